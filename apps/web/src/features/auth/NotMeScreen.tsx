import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../lib/failure.ts';
import { loadApi } from '../../lib/loadApi.ts';
import { Button } from '../../ui/Button.tsx';
import { FormMessage } from '../../ui/Field.tsx';
import { AuthPage, linkStyle } from './AuthPage.tsx';

/**
 * The page for the link in the mail about a log-in. The session ends only on a click here, because mail scanners open links
 * too.
 */
export function NotMeScreen({ code }: { code: string | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [state, setState] = useState<'asked' | 'busy' | 'done'>('asked');
  const [error, setError] = useState(code ? undefined : t('errors.invalid-confirmation-link'));

  const deny = async () => {
    setError(undefined);
    setState('busy');
    try {
      const { oobCode } = await (await loadApi()).auth.denySignIn.mutate({ code: code as string });
      if (oobCode) await navigate({ to: '/resetpassword', search: { oobCode }, replace: true });
      else setState('done');
    } catch (failure) {
      setError(failureText(failure));
      setState('asked');
    }
  };

  const done = state === 'done';
  return (
    <AuthPage
      title={t('notMe.title')}
      heading={t(done ? 'notMe.done' : 'notMe.title')}
      lead={t(done ? 'notMe.doneLead' : 'notMe.lead')}
    >
      <div className="flex flex-col gap-4">
        <FormMessage text={error} />
        {code && !done && (
          <Button busy={state === 'busy'} className="min-h-12" onClick={() => void deny()}>
            {t('notMe.submit')}
          </Button>
        )}
        <Link to="/account" className={`${linkStyle} self-center`}>
          {t('confirmEmail.goOn')}
        </Link>
      </div>
    </AuthPage>
  );
}
