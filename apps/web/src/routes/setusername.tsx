import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthPage } from '../features/auth/AuthPage.tsx';
import { TermsNote } from '../features/auth/legal.tsx';
import { type Next, readNext } from '../features/auth/loginSearch.ts';
import { useUserNameField } from '../features/auth/useUserNameField.ts';
import { currentLanguage } from '../i18n/index.ts';
import { failureOf, failureText } from '../lib/failure.ts';
import { loadApi } from '../lib/loadApi.ts';
import { Button } from '../ui/Button.tsx';
import { Form, FormMessage, TextField } from '../ui/Field.tsx';

function SetUserNameScreen({ uid, next }: Next & { uid: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const field = useUserNameField('federated');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async () => {
    setError(undefined);
    if (!field.check()) return;
    setBusy(true);
    try {
      await (await loadApi()).auth.chooseUserName.mutate({ uid, userName: field.value, language: currentLanguage() });
      await navigate({ href: next ?? '/account', replace: true });
    } catch (failure) {
      const { code, fields } = failureOf(failure);
      if (code.startsWith('username') || fields[0]?.path === 'userName') field.fail(failureText(failure));
      // An error at `uid` means that the user id in the address does not belong to a sign-in in progress.
      else setError(fields[0]?.path === 'uid' ? t('errors.user-not-authenticated') : failureText(failure));
    } finally {
      setBusy(false);
    }
  };

  const { error: broken, ...input } = field.props;
  return (
    <AuthPage title={t('setUserName.title')} heading={t('setUserName.heading')}>
      <Form className="flex flex-col gap-4" onSubmit={() => void submit()}>
        <TextField
          label={t('setUserName.label')}
          autoFocus
          aria-invalid={broken ? true : undefined}
          className="aria-invalid:border-danger"
          {...input}
        />
        <Button type="submit" busy={busy} className="min-h-12">
          {t('setUserName.submit')}
        </Button>
        <FormMessage text={broken ?? error} />
        <TermsNote text={t('setUserName.terms')} />
      </Form>
    </AuthPage>
  );
}

export const Route = createFileRoute('/setusername')({
  validateSearch: (search): Next & { uid?: string | undefined } => ({
    uid: search.uid === undefined ? undefined : String(search.uid),
    ...readNext(search),
  }),
  beforeLoad: ({ search }) => {
    if (!search.uid) throw redirect({ to: '/login', replace: true });
  },
  component: () => {
    const { uid = '', next } = Route.useSearch();
    return <SetUserNameScreen uid={uid} next={next} />;
  },
});
