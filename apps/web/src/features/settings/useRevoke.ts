import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { failureOf } from '../../lib/failure.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';

export type SignedInDevice = Awaited<ReturnType<typeof api.auth.sessions.query>>['items'][number];

/** Signs a device out; its row goes at once and comes back when that fails. */
export function useRevoke() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();

  const revoke = async (sessionId: string, device: string): Promise<void> => {
    const before = utils.auth.sessions.getData();
    utils.auth.sessions.setData(
      undefined,
      before && { items: before.items.filter((each) => each.sessionId !== sessionId) },
    );
    try {
      await api.auth.revokeSession.mutate({ sessionId });
      toast(t('privacy.revoked', { device }), { look: 'good' });
    } catch (error) {
      // It had ended by itself.
      if (failureOf(error).code === 'not-found') return;
      utils.auth.sessions.setData(undefined, before);
      const again = { label: t('common.tryAgain'), run: () => void revoke(sessionId, device) };
      toast(t('privacy.revokeFailed', { device }), { look: 'bad', action: again });
    }
  };
  return revoke;
}
