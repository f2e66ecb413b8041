import Copy from 'lucide-react/icons/copy';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '../../../i18n/dates.ts';
import { api } from '../../../lib/api.ts';
import { failureOf, failureText } from '../../../lib/failure.ts';
import { usePopup } from '../../../lib/popups.ts';
import { trpc } from '../../../lib/trpc.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { Select } from '../../../ui/Select.tsx';
import { SkeletonList } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.tsx';
import type { SettingsPopupProps } from '../parts.tsx';

const choices = { uses: [1, 5, 10, 25], days: [1, 7, 30] } as const;

interface ChoiceProps {
  name: keyof typeof choices;
  value: number;
  onChoose: (value: number) => void;
}

function Choice({ name, value, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="col-span-2 grid min-h-12 grid-cols-subgrid items-center">
      <label htmlFor={id} className="text-15 font-medium">
        {t(`invitations.${name}`)}
      </label>
      <Select stretched id={id} value={value} onChange={(event) => onChoose(Number(event.target.value))}>
        {choices[name].map((count) => (
          <option key={count} value={count}>
            {t(`invitations.${name}Count`, { count })}
          </option>
        ))}
      </Select>
    </div>
  );
}

/** The link that was just created. The server stores only a hash of it, so the link cannot be shown again later. */
function MadeLink({ url }: { url: string }) {
  const { t } = useTranslation();
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast(t('invitations.copied'), { variant: 'good' }),
      () => toast(t('invitations.notCopied'), { variant: 'bad' }),
    );
  return (
    <div className="flex flex-col gap-3 rounded-card bg-sunken p-4">
      <TextField
        label={t('invitations.link')}
        hint={t('invitations.once')}
        readOnly
        data-own
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <Button variant="outline" onClick={() => void copy()}>
        <Copy aria-hidden className="size-4.5" />
        {t('invitations.copy')}
      </Button>
    </div>
  );
}

function OpenInvitations() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const { data, isError, refetch } = trpc.invitations.list.useQuery(undefined, { staleTime: 0 });
  const [busy, setBusy] = useState<number>();

  const revoke = async (invitationId: number) => {
    setBusy(invitationId);
    try {
      await api.invitations.revoke.mutate({ code: String(invitationId) });
      toast(t('invitations.revoked'), { variant: 'good' });
    } catch (error) {
      // `not-found` means that the invitation was used up or has expired meanwhile.
      if (failureOf(error).code !== 'not-found') toast(failureText(error), { variant: 'bad' });
    } finally {
      setBusy(undefined);
      void utils.invitations.list.invalidate();
    }
  };

  if (isError) return <ErrorState onRetry={() => void refetch()} />;
  if (!data) return <SkeletonList rows={2} />;
  if (data.items.length === 0) return <p className="text-15 text-soft">{t('invitations.none')}</p>;
  return (
    <ul className="flex flex-col">
      {data.items.map(({ invitationId, usesLeft, expiresAt }) => {
        const date = dateFormat({ day: 'numeric', month: 'long' }).format(new Date(expiresAt));
        return (
          <li key={invitationId} className="flex min-h-15 items-center gap-4">
            <div className="flex min-w-0 flex-1 flex-col">
              <p className="text-15 font-medium">{t('invitations.left', { count: usesLeft })}</p>
              <p className="text-13 text-soft">{t('invitations.until', { date })}</p>
            </div>
            <Button small variant="quiet" busy={busy === invitationId} onClick={() => void revoke(invitationId)}>
              {t('invitations.revoke')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

/** Creates, lists and revokes invitation links. */
export function InvitationsDialog({ covered }: SettingsPopupProps) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const utils = trpc.useUtils();
  const [terms, setTerms] = useState({ uses: 1, days: 7 });
  const [url, setUrl] = useState<string>();
  const [busy, setBusy] = useState(false);

  const make = async () => {
    setBusy(true);
    try {
      const expiresInSeconds = terms.days * 86_400;
      setUrl((await api.invitations.create.mutate({ uses: terms.uses, expiresInSeconds })).url);
      void utils.invitations.list.invalidate();
    } catch (error) {
      toast(failureText(error), { variant: 'bad' });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog title={t('invitations.title')} covered={covered} onClose={close}>
      <div className="flex flex-col gap-5 px-5 py-6">
        <p className="text-15 text-pretty text-soft">{t('invitations.lead')}</p>
        <div className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2">
          <Choice name="uses" value={terms.uses} onChoose={(uses) => setTerms({ ...terms, uses })} />
          <Choice name="days" value={terms.days} onChoose={(days) => setTerms({ ...terms, days })} />
        </div>
        <Button busy={busy} onClick={() => void make()}>
          {t('invitations.make')}
        </Button>
        <div role="status" className="empty:hidden">
          {url && <MadeLink url={url} />}
        </div>
        <section className="flex flex-col gap-2">
          <h3 className="text-13 font-semibold text-soft">{t('invitations.open')}</h3>
          <OpenInvitations />
        </section>
      </div>
    </Dialog>
  );
}
