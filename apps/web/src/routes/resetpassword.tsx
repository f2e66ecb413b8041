import { resetPassword } from '@kith/contracts';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthPage } from '../features/auth/AuthPage.tsx';
import { brokenRule } from '../features/auth/useUserNameField.ts';
import { failureOf, failureText } from '../lib/failure.ts';
import { loadApi } from '../lib/loadApi.ts';
import { Button } from '../ui/Button.tsx';
import { Form, FormMessage } from '../ui/Field.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';

function ResetScreen({ code }: { code: string | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const [errors, setErrors] = useState<{ password?: string; repeat?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);

  const submit = async () => {
    if (!code) return setErrors({ form: t('errors.invalid-reset-link') });
    if (brokenRule(resetPassword, password)) return setErrors({ password: t('errors.password-rule-reset') });
    if (password !== repeat) return setErrors({ repeat: t('signup.mismatch') });
    setErrors({});
    setBusy(true);
    try {
      await (await loadApi()).auth.confirmPasswordReset.mutate({ oobCode: code, newPassword: password });
      await navigate({ to: '/login', search: { done: 'reset' }, replace: true });
    } catch (error) {
      const place = failureOf(error).fields[0]?.path === 'newPassword' ? 'password' : 'form';
      setErrors({ [place]: failureText(error) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <AuthPage title={t('reset.title')} heading={t('reset.heading')}>
      <Form className="flex flex-col gap-4" onSubmit={() => void submit()}>
        <PasswordField
          label={t('reset.newPassword')}
          hint={errors.password && t('signup.passwordLetters')}
          autoComplete="new-password"
          value={password}
          error={errors.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordField
          label={t('reset.repeat')}
          autoComplete="new-password"
          value={repeat}
          error={errors.repeat}
          onChange={(event) => setRepeat(event.target.value)}
        />
        <FormMessage text={errors.form ?? (code ? undefined : t('errors.invalid-reset-link'))} />
        <Button type="submit" busy={busy} className="min-h-12">
          {t('reset.submit')}
        </Button>
      </Form>
    </AuthPage>
  );
}

export const Route = createFileRoute('/resetpassword')({
  validateSearch: (search): { oobCode?: string | undefined } => ({
    oobCode: search.oobCode === undefined ? undefined : String(search.oobCode),
  }),
  component: () => <ResetScreen code={Route.useSearch().oobCode} />,
});
