import { useMutation } from '@tanstack/react-query';
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
  const { mutate, isPending } = useMutation({
    mutationFn: (decision: () => Promise<unknown>) => decision(),
    onSuccess: () => toast(t('moderation.done'), { variant: 'good' }),
    onError: (error) => toast(failureText(error), { variant: 'bad' }),
    onSettled: () => utils.moderation.invalidate(),
  });
  return { busy: isPending, send: mutate };
}
