import { maxLengths } from '@kith/contracts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { timeAgo } from '../../../i18n/dates.ts';
import { api } from '../../../lib/api.ts';
import { useMinute } from '../../../lib/clock.ts';
import { trpc } from '../../../lib/trpc.ts';
import { Button } from '../../../ui/Button.tsx';
import { Form, TextField } from '../../../ui/Field.tsx';
import { SkeletonList } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.tsx';
import { addPasskey } from '../../auth/passkey.ts';
import { useReauthentication } from '../../auth/useReauthentication.tsx';

type Passkey = Awaited<ReturnType<typeof api.passkeys.list.query>>['items'][number];

function PasskeyRow({ passkey: { name, lastUsedAt }, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { t } = useTranslation();
  useMinute();
  return (
    <li className="flex min-h-12 items-center gap-4">
      <div className="flex min-w-0 flex-1 flex-col">
        <p className="text-15 font-medium wrap-anywhere">{name}</p>
        <p className="text-13 text-soft">
          {lastUsedAt ? t('tokens.lastUsed', { when: timeAgo(lastUsedAt) }) : t('tokens.neverUsed')}
        </p>
      </div>
      <Button variant="quiet" small aria-label={t('passkeys.removeNamed', { name })} onClick={onRemove}>
        {t('passkeys.remove')}
      </Button>
    </li>
  );
}

/** Adds, lists and removes the member's passkeys. */
export function Passkeys() {
  const { t } = useTranslation();
  const id = useId();
  const { data, isError, refetch } = trpc.passkeys.list.useQuery(undefined, { staleTime: 0 });
  const { busy, run, fields } = useReauthentication();
  const [name, setName] = useState('');

  const add = async () => {
    await addPasskey(name);
    setName('');
    toast(t('passkeys.added'), { variant: 'good' });
    void refetch();
  };
  const remove = async ({ passkeyId, name: removed }: Passkey) => {
    await api.passkeys.remove.mutate({ passkeyId });
    toast(t('passkeys.removed', { name: removed }), { variant: 'good' });
    void refetch();
  };

  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 border-t border-line pt-5">
      <h3 id={id} className="text-17 font-semibold">
        {t('passkeys.title')}
      </h3>
      <p className="text-15 text-pretty text-soft">{t('passkeys.lead')}</p>
      {isError && <ErrorState onRetry={() => void refetch()} />}
      {!data && !isError && <SkeletonList rows={1} />}
      <ul className="flex flex-col gap-2 empty:hidden">
        {data?.items.map((passkey) => (
          <PasskeyRow key={passkey.passkeyId} passkey={passkey} onRemove={() => void run(() => remove(passkey))} />
        ))}
      </ul>
      {fields}
      <Form
        className="flex flex-col gap-4"
        onSubmit={() => {
          if (!busy) void run(add);
        }}
      >
        <TextField
          label={t('passkeys.name')}
          placeholder={t('passkeys.nameHint')}
          autoComplete="off"
          maxLength={maxLengths.tokenName}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" variant="outline" busy={busy}>
          {t('passkeys.add')}
        </Button>
      </Form>
    </section>
  );
}
