import Send from 'lucide-react/icons/send';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../lib/failure.ts';
import { trpc } from '../../lib/trpc.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { Button } from '../../ui/Button.tsx';
import { FormMessage } from '../../ui/Field.tsx';

/** What the mail server said about a mail that it refused, if it was that. */
const answerOf = (error: unknown): string =>
  (error as { data?: { kith?: { details?: string } } | null }).data?.kith?.details ?? '';

/** Sends a mail to the host's own address, and says what the mail server answered. */
export function TestMail({ onSent }: { onSent?: () => void }) {
  const { t } = useTranslation();
  const { email } = useViewer();
  const utils = trpc.useUtils();
  const send = trpc.host.testMail.useMutation({
    onSuccess: onSent,
    onSettled: () => void utils.host.overview.invalidate(),
  });
  const toFile = send.data?.toFile;
  const sent = send.isSuccess && (toFile ? t('host.mail.file') : t('host.mail.sent', { address: email }));
  return (
    <div className="flex flex-col items-start gap-3">
      <Button variant="quiet" busy={send.isPending} onClick={() => send.mutate()}>
        <Send aria-hidden className="size-4.5" />
        {t('host.mail.send')}
      </Button>
      <FormMessage
        good={send.isSuccess && !toFile}
        calm={send.isSuccess}
        text={send.error ? `${failureText(send.error)} ${answerOf(send.error)}` : sent || undefined}
      />
    </div>
  );
}
