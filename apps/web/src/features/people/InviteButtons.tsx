import Copy from 'lucide-react/icons/copy';
import QrCodeIcon from 'lucide-react/icons/qr-code';
import Share2 from 'lucide-react/icons/share-2';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/copyText.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast.tsx';

/** Whether the browser can open the system's share sheet. */
const shares = 'share' in navigator;

const QrCode = lazy(() => import('../../ui/QrCode.tsx'));

interface Props {
  busy: boolean;
  link: () => Promise<string | undefined>;
}

/** The ways to pass an invitation link on: the system's share sheet or a copy, and a QR code with the link as text. */
export function InviteButtons({ busy, link }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<string>();

  const share = async () => {
    const url = await link();
    if (!url) return;
    // Errors are ignored, because the promise is also rejected when the member closes the share sheet.
    if (shares) return navigator.share({ url }).catch(() => undefined);
    if (await copyText(url)) toast(t('invitations.copied'), { variant: 'good' });
    else toast(t('post.linkNotCopied', { address: url }), { variant: 'bad' });
  };

  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} onClick={() => void share()}>
          {shares ? <Share2 aria-hidden className="size-4.5" /> : <Copy aria-hidden className="size-4.5" />}
          {shares ? t('inviteFriends.share') : t('invitations.copy')}
        </Button>
        <Button
          variant="outline"
          aria-expanded={shown !== undefined}
          onClick={() => void (shown ? setShown(undefined) : link().then(setShown))}
        >
          <QrCodeIcon aria-hidden className="size-4.5" />
          {t('inviteFriends.code')}
        </Button>
      </div>
      {shown && (
        <Suspense fallback={<span className="size-56" />}>
          <QrCode text={shown} label={t('inviteFriends.codeLabel')} />
          <p data-own className="text-13 break-all text-soft select-all">
            {shown}
          </p>
        </Suspense>
      )}
    </>
  );
}
