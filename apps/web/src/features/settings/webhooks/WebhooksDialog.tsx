import { maxLengths } from '@kith/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { failureOf, failureText } from '../../../lib/failure.ts';
import { usePopup } from '../../../lib/popups.ts';
import { trpc } from '../../../lib/trpc.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Form, TextField } from '../../../ui/Field.tsx';
import { useReauthentication } from '../../auth/useReauthentication.tsx';
import type { SettingsPopupProps } from '../parts.tsx';
import { ShownOnce } from '../ShownOnce.tsx';
import { WebhookList } from './WebhookList.tsx';

function NewWebhook() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const { busy, run, fields } = useReauthentication();
  const [url, setUrl] = useState('');
  const [error, setError] = useState<string>();
  const [secret, setSecret] = useState<string>();

  const make = async () => {
    try {
      setSecret((await api.webhooks.create.mutate({ url })).secret);
      setUrl('');
      void utils.webhooks.list.invalidate();
    } catch (failure) {
      if (!failureOf(failure).fields.some(({ path }) => path === 'url')) throw failure;
      setError(failureText(failure));
    }
  };
  const submit = () => {
    if (!busy) void run(make);
  };
  return (
    <Form className="flex flex-col gap-5" onSubmit={submit}>
      <TextField
        label={t('webhooks.address')}
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        maxLength={maxLengths.address}
        value={url}
        error={error}
        onChange={(event) => {
          setUrl(event.target.value);
          setError(undefined);
        }}
      />
      {fields}
      <Button type="submit" busy={busy}>
        {t('webhooks.make')}
      </Button>
      <div role="status" className="empty:hidden">
        {secret && <ShownOnce label={t('webhooks.secret')} value={secret} copy={t('webhooks.copy')} />}
      </div>
    </Form>
  );
}

/** Creates, lists and removes webhooks, which receive events about the member. */
export function WebhooksDialog({ covered }: SettingsPopupProps) {
  const { t } = useTranslation();
  const { close } = usePopup();
  return (
    <Dialog title={t('webhooks.title')} screen covered={covered} onClose={close}>
      <div className="flex flex-col gap-5 px-5 py-6">
        <p className="text-15 text-pretty text-soft">{t('webhooks.lead')}</p>
        <NewWebhook />
        <WebhookList />
      </div>
    </Dialog>
  );
}
