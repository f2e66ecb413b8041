import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthPage, linkStyle } from '../features/auth/AuthPage.tsx';
import { failureText } from '../lib/failure.ts';
import { loadApi } from '../lib/loadApi.ts';
import { Button } from '../ui/Button.tsx';
import { FormMessage } from '../ui/Field.tsx';

/**
 * The page that the link in a confirmation mail opens. The code is used only on a click on the button, because mail scanners
 * open links and must not confirm an address that another person has entered.
 */
function ConfirmScreen({ code }: { code: string | undefined }) {
  const { t } = useTranslation();
  const [state, setState] = useState<'asked' | 'busy' | 'done'>('asked');
  const [error, setError] = useState<string>();

  const confirm = async () => {
    setError(undefined);
    setState('busy');
    try {
      await (await loadApi()).auth.confirmEmail.mutate({ code: code as string });
      setState('done');
    } catch (failure) {
      setError(failureText(failure));
      setState('asked');
    }
  };

  const done = state === 'done';
  const message = error ?? (code ? undefined : t('errors.invalid-confirmation-link'));
  return (
    <AuthPage
      title={t('confirmEmail.title')}
      heading={t(done ? 'confirmEmail.done' : 'confirmEmail.title')}
      lead={t(done ? 'confirmEmail.doneLead' : 'confirmEmail.lead')}
    >
      <div role="status" className="sr-only">
        {done && t('confirmEmail.done')}
      </div>
      <div className="flex flex-col gap-4">
        <FormMessage text={message} />
        {code && !done && (
          <Button busy={state === 'busy'} className="min-h-12" onClick={() => void confirm()}>
            {t('confirmEmail.submit')}
          </Button>
        )}
        {(done || message) && (
          <Link to="/account" className={`${linkStyle} self-center`}>
            {t('confirmEmail.goOn')}
          </Link>
        )}
      </div>
    </AuthPage>
  );
}

export const Route = createFileRoute('/confirm')({
  validateSearch: (search): { code?: string | undefined } => ({
    code: search.code === undefined ? undefined : String(search.code),
  }),
  component: () => <ConfirmScreen code={Route.useSearch().code} />,
});
