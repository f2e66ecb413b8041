import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { trpc } from '../../../lib/trpc.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogFooter } from '../../../ui/DialogFooter.tsx';
import { Form } from '../../../ui/Field.tsx';
import { useReauthentication } from '../../auth/useReauthentication.tsx';

/** A button and a dialog by which a host says that a restored copy is the real server from now on. */
export function ConfirmRestore() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const { busy, run, fields } = useReauthentication();
  const [asks, setAsks] = useState(false);
  const close = () => setAsks(false);
  const submit = () =>
    run(async () => {
      await api.host.confirmRestore.mutate();
      await utils.host.invalidate();
      close();
    });
  return (
    <>
      <Button small variant="quiet" className="mt-2" onClick={() => setAsks(true)}>
        {t('host.restored.confirm')}
      </Button>
      {asks && (
        <Dialog
          title={t('host.restored.title')}
          size="small"
          onClose={close}
          footer={
            <DialogFooter form="confirm-restore" label={t('host.restored.confirm')} busy={busy} onCancel={close} />
          }
        >
          <Form
            id="confirm-restore"
            className="flex flex-col gap-4 px-5 py-6"
            onSubmit={() => {
              if (!busy) void submit();
            }}
          >
            <p className="text-15 text-pretty">{t('host.restored.lead')}</p>
            {fields}
          </Form>
        </Dialog>
      )}
    </>
  );
}
