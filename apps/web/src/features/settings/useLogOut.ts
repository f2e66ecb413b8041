import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, setLogOutState } from '../../lib/api.ts';
import { failureOf, failureText } from '../../lib/failure.ts';
import { endSession } from '../../lib/session.ts';
import { toast } from '../../ui/toast.tsx';
import { sendDeletions } from '../comments/deleteComment.ts';

/** Returns a function that logs out this browser, or with `everywhere` all of the member's browsers and API clients. */
export function useLogOut() {
  const { t } = useTranslation();
  const router = useRouter();
  return async ({ everywhere }: { everywhere: boolean }): Promise<void> => {
    setLogOutState('running');
    // Comment deletions that can still be undone are sent now, because they could not be sent after the log-out.
    sendDeletions();
    try {
      await (everywhere ? api.auth.signOutEverywhere : api.auth.logout).mutate();
    } catch (error) {
      if (failureOf(error).code !== 'unauthenticated') {
        setLogOutState('none');
        toast(t('settings.logoutFailed', { reason: failureText(error) }), { variant: 'bad' });
        return;
      }
    }
    setLogOutState('done');
    await router.navigate({ to: '/login', replace: true });
    endSession('deleted');
  };
}
