import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, setLeaving } from '../../lib/api.ts';
import { failureOf, failureText } from '../../lib/failure.ts';
import { endSession } from '../../lib/session.ts';
import { toast } from '../../ui/toast.tsx';
import { sendDeletions } from '../comments/deleteComment.ts';

/** Logs this browser out, or every browser and program of the member's, and shows the log-in. */
export function useLogOut() {
  const { t } = useTranslation();
  const router = useRouter();
  return async ({ everywhere }: { everywhere: boolean }): Promise<void> => {
    setLeaving(true);
    // What was deleted a moment ago is still within its time to undo, and nobody could delete it later.
    sendDeletions();
    try {
      await (everywhere ? api.auth.signOutEverywhere : api.auth.logout).mutate();
    } catch (error) {
      if (failureOf(error).code !== 'unauthenticated') {
        setLeaving(false);
        toast(t('settings.logoutFailed', { reason: failureText(error) }), { look: 'bad' });
        return;
      }
    }
    await router.navigate({ to: '/login', replace: true });
    endSession();
  };
}
