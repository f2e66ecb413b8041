import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../lib/failure.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.tsx';

/** Sends a decision and fetches the lists again, even if another moderator has decided the case first. */
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
