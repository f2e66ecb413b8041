import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { failureOf } from '../../lib/failure.ts';
import { endSession } from '../../lib/session.ts';
import { setLeaving } from '../../lib/signedOut.ts';
import { useFailureText } from '../../lib/useFailureText.ts';
import { toast } from '../../ui/toast.ts';

export function useLogOut() {
  const { t } = useTranslation();
  const text = useFailureText();
  const router = useRouter();
  return async () => {
    setLeaving(true);
    try {
      await api.auth.logout.mutate();
    } catch (error) {
      if (failureOf(error).code !== 'unauthenticated') {
        setLeaving(false);
        toast(t('settings.logoutFailed', { reason: text(error) }), { look: 'bad' });
        return;
      }
    }
    await router.navigate({ to: '/login', replace: true });
    endSession();
  };
}
