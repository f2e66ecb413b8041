import Copy from 'lucide-react/icons/copy';
import QrCodeIcon from 'lucide-react/icons/qr-code';
import Share2 from 'lucide-react/icons/share-2';
import UserPlus from 'lucide-react/icons/user-plus';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { copyText } from '../../lib/copyText.ts';
import { failureText } from '../../lib/failure.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast.tsx';

/** Whether the browser can open the system's share sheet. */
const shares = 'share' in navigator;

const QrCode = lazy(() => import('../../ui/QrCode.tsx'));

/** The number of members who can use the link, and the time for which it is valid: 30 days. */
const terms = { uses: 10, expiresInSeconds: 30 * 86_400 };

const inviteLink = async (): Promise<string> => (await api.invitations.create.mutate(terms)).url;

/**
 * Returns what the invitation button needs. `way` returns a link by which friends can join. If everybody may sign up, the link
 * leads to the sign-up page. Otherwise it is an invitation link, which is created on first use.
 */
function useInvitation() {
  const { data } = trpc.auth.options.useQuery(undefined, { staleTime: 60_000 });
  const [made, setMade] = useState<string>();
  const [busy, setBusy] = useState(false);
  const open = data?.signUp === 'open' ? `${location.origin}/signup` : undefined;
  const way = async (): Promise<string | undefined> => {
    const known = open ?? made;
    if (known) return known;
    setBusy(true);
    try {
      const url = await inviteLink();
      setMade(url);
      return url;
    } catch (error) {
      toast(failureText(error), { variant: 'bad' });
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const invited = data?.signUp === 'invited';
  return { possible: open !== undefined || (invited && data.membersInvite), limited: invited, busy, way };
}

/** Invites friends to a server with few members. Renders nothing if members may not invite. */
export default function InviteFriends() {
  const { t } = useTranslation();
  const { possible, limited, busy, way } = useInvitation();
  const [code, setCode] = useState<string>();
  if (!possible) return null;

  const share = async () => {
    const url = await way();
    if (!url) return;
    // Errors are ignored, because the promise is also rejected when the member closes the share sheet.
    if (shares) return navigator.share({ url }).catch(() => undefined);
    if (await copyText(url)) toast(t('invitations.copied'), { variant: 'good' });
    else toast(t('post.linkNotCopied', { address: url }), { variant: 'bad' });
  };

  return (
    <section aria-labelledby="bring-friends" className="flex flex-col gap-4 rounded-sheet bg-accent-wash p-5 rail:p-6">
      <div className="flex items-start gap-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-surface text-accent-text">
          <UserPlus aria-hidden className="size-5.5" />
        </span>
        <div className="min-w-0">
          <h2 id="bring-friends" className="text-17 font-semibold text-balance">
            {t('inviteFriends.title')}
          </h2>
          <p className="text-15 text-pretty text-ink">
            {limited ? t('inviteFriends.leadLimited', { count: terms.uses }) : t('inviteFriends.lead')}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} onClick={() => void share()}>
          {shares ? <Share2 aria-hidden className="size-4.5" /> : <Copy aria-hidden className="size-4.5" />}
          {shares ? t('inviteFriends.share') : t('invitations.copy')}
        </Button>
        <Button
          variant="outline"
          aria-expanded={code !== undefined}
          onClick={() => void (code ? setCode(undefined) : way().then(setCode))}
        >
          <QrCodeIcon aria-hidden className="size-4.5" />
          {t('inviteFriends.code')}
        </Button>
      </div>
      {code && (
        <Suspense fallback={<span className="size-56" />}>
          <QrCode text={code} label={t('inviteFriends.codeLabel')} />
          <p data-own className="text-13 break-all text-soft select-all">
            {code}
          </p>
        </Suspense>
      )}
    </section>
  );
}
