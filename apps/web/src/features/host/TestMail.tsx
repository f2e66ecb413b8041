import Send from 'lucide-react/icons/send';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
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
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ tone: 'good' | 'calm' | 'bad'; text: string }>();
  const send = async () => {
    setBusy(true);
    setOutcome(undefined);
    try {
      await api.host.testMail.mutate();
      // The server sets this attribute of the page if it writes mails to files, because it has no mail server.
      const toFiles = 'mailFiles' in document.documentElement.dataset;
      if (toFiles) setOutcome({ tone: 'calm', text: t('host.mail.file') });
      else setOutcome({ tone: 'good', text: t('host.mail.sent', { address: email }) });
      onSent?.();
    } catch (error) {
      setOutcome({ tone: 'bad', text: `${failureText(error)} ${answerOf(error)}` });
    } finally {
      setBusy(false);
      void utils.host.overview.invalidate();
    }
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <Button variant="quiet" busy={busy} onClick={() => void send()}>
        <Send aria-hidden className="size-4.5" />
        {t('host.mail.send')}
      </Button>
      <FormMessage good={outcome?.tone === 'good'} calm={outcome?.tone === 'calm'} text={outcome?.text} />
    </div>
  );
}
