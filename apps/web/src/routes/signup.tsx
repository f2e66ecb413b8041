import { email as emailRule, password as passwordRule } from '@kith/contracts';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthPage, linkStyle } from '../features/auth/AuthPage.tsx';
import { TermsNote } from '../features/auth/legal.tsx';
import { type Next, readNext } from '../features/auth/loginSearch.ts';
import { setNewCredentials } from '../features/auth/newCredentials.ts';
import { useSignUpPolicy } from '../features/auth/useSignUpPolicy.ts';
import { brokenRule, useUserNameField } from '../features/auth/useUserNameField.ts';
import { currentLanguage } from '../i18n/index.ts';
import { afterPress } from '../lib/afterPress.ts';
import { failureOf, failureText } from '../lib/failure.ts';
import { loadApi } from '../lib/loadApi.ts';
import { Button } from '../ui/Button.tsx';
import { Form, FormMessage, TextField } from '../ui/Field.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';

const empty = { email: '', password: '', confirm: '' };
type Values = typeof empty;

function useSignUp(invitation: string | undefined, next: string | undefined) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const userName = useUserNameField('sign-up');
  const [values, setValues] = useState<Values>(empty);
  const [errors, setErrors] = useState<Partial<Values & { form: string }>>({});
  const [busy, setBusy] = useState(false);

  const wordsOf = (key: string | null) => (key ? t(`errors.${key}` as 'errors.invalid-input') : undefined);
  const judge = (name: keyof Values): string | undefined => {
    if (name === 'email') return wordsOf(brokenRule(emailRule, values.email));
    if (name === 'password') return wordsOf(brokenRule(passwordRule, values.password));
    return values.confirm === values.password ? undefined : t('signup.mismatch');
  };

  const place = (error: unknown) => {
    const { code, fields } = failureOf(error);
    const path = fields[0]?.path ?? { 'username-taken': 'userName', 'email-already-in-use': 'email' }[code];
    if (path === 'userName') userName.fail(failureText(error));
    else setErrors({ [path && path in empty ? path : 'form']: failureText(error) });
  };

  const submit = async () => {
    const found = { email: judge('email'), password: judge('password'), confirm: judge('confirm') };
    setErrors(found);
    if (!userName.check() || Object.values(found).some(Boolean)) return;
    setBusy(true);
    try {
      const { email, password } = values;
      await (await loadApi()).users.create.mutate({
        userName: userName.value,
        email,
        password,
        language: currentLanguage(),
        invitation,
      });
      setNewCredentials({ userName: userName.value, password });
      await navigate({ to: '/login', search: { done: 'signup', next }, state: { userName: userName.value } });
    } catch (error) {
      place(error);
    } finally {
      setBusy(false);
    }
  };

  const field = (name: keyof Values) => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value });
      setErrors({ ...errors, [name]: undefined });
    },
    onBlur: () => {
      if (values[name]) afterPress(() => setErrors((current) => ({ ...current, [name]: judge(name) })));
    },
  });

  return { userName: userName.props, field, submit, busy, error: errors.form };
}

/** Shown in place of the sign-up form if the server would refuse the sign-up. */
function SignUpClosed({ way }: { way: 'invited' | 'closed' }) {
  const { t } = useTranslation();
  return (
    <AuthPage title={t('signup.title')} heading={t(`signup.${way}Heading`)} lead={t(`signup.${way}Lead`)}>
      <LoginLink />
    </AuthPage>
  );
}

function LoginLink() {
  const { t } = useTranslation();
  const { next } = Route.useSearch();
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2 text-15 text-soft">
      {t('signup.haveAccount')}
      <Link to="/login" search={{ next }} className={linkStyle}>
        {t('signup.logIn')}
      </Link>
    </p>
  );
}

function SignUpScreen() {
  const { way, code } = useSignUpPolicy();
  if (way === 'closed' || (way === 'invited' && !code)) return <SignUpClosed way={way} />;
  return <SignUpForm invitation={code} />;
}

function SignUpForm({ invitation }: { invitation: string | undefined }) {
  const { t } = useTranslation();
  const { next } = Route.useSearch();
  const { userName, field, submit, busy, error } = useSignUp(invitation, next);
  const lead = invitation && t('signup.invitationLead');
  return (
    <AuthPage title={t('signup.title')} heading={t('signup.heading')} lead={lead}>
      <Form className="flex flex-col gap-4" onSubmit={() => void submit()}>
        <TextField label={t('signup.userName')} name="username" {...userName} />
        <TextField label={t('signup.email')} type="email" name="email" autoComplete="email" {...field('email')} />
        <PasswordField
          label={t('signup.password')}
          hint={field('password').error && t('signup.passwordLetters')}
          name="password"
          autoComplete="new-password"
          {...field('password')}
        />
        <PasswordField label={t('signup.confirm')} name="confirm" autoComplete="new-password" {...field('confirm')} />
        <FormMessage text={error} />
        <Button type="submit" busy={busy} className="mt-1 min-h-12">
          {busy ? t('signup.submitting') : t('signup.submit')}
        </Button>
        <TermsNote text={t('signup.terms')} />
        {invitation && (
          // This is a plain link that loads a new page, so that the server receives the invitation.
          <a
            href={`/auth/google?${new URLSearchParams({ invitation, ...(next && { next }) })}`}
            className={`${linkStyle} justify-center in-data-no-google:hidden`}
          >
            {t('signup.google')}
          </a>
        )}
        <LoginLink />
      </Form>
    </AuthPage>
  );
}

export const Route = createFileRoute('/signup')({
  validateSearch: (search): Next & { invitation?: unknown } => ({ ...search, ...readNext(search) }),
  component: SignUpScreen,
});
