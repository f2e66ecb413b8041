import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../lib/failure.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.tsx';

/**
 * Returns a function that sends a moderator's decision, then refetches the lists. It refetches them even if the server refuses
 * the decision, because another moderator may have decided the case already.
 */
export function useDecisions() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const [busy, setBusy] = useState(false);
  const send = async (decision: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await decision();
      toast(t('moderation.done'), { variant: 'good' });
    } catch (error) {
      toast(failureText(error), { variant: 'bad' });
    } finally {
      await utils.moderation.invalidate();
      setBusy(false);
    }
  };
  return { busy, send };
}
