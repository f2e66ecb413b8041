import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { AuthPage } from './AuthPage.tsx';
import { FormMessage } from './FormMessage.tsx';
import { linkLook } from './links.ts';
import { useSignUp } from './useSignUp.ts';

export function SignUpScreen() {
  const { t } = useTranslation();
  const { userName, field, submit, busy, error } = useSignUp();
  return (
    <AuthPage title={t('signup.title')} heading={t('signup.heading')} lead={t('signup.lead')}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField label={t('signup.userName')} name="username" {...userName} />
        <TextField label={t('signup.email')} type="email" name="email" autoComplete="email" {...field('email')} />
        <PasswordField
          label={t('signup.password')}
          hint={t('signup.passwordHint')}
          name="password"
          autoComplete="new-password"
          {...field('password')}
        />
        <PasswordField label={t('signup.confirm')} name="confirm" autoComplete="new-password" {...field('confirm')} />
        <FormMessage text={error} />
        <Button type="submit" busy={busy} className="mt-1 min-h-12">
          {busy ? t('signup.submitting') : t('signup.submit')}
        </Button>
        <p className="text-center text-13 text-balance text-soft">{t('signup.terms')}</p>
        <p className="flex flex-wrap items-center justify-center gap-x-2 text-15 text-soft">
          {t('signup.haveAccount')}
          <Link to="/login" className={linkLook}>
            {t('signup.logIn')}
          </Link>
        </p>
      </form>
    </AuthPage>
  );
}
