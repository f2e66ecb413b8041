import CircleCheck from 'lucide-react/icons/circle-check';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePopup } from '../../lib/popups.ts';
import { useViewer } from '../../lib/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { FormMessage } from '../auth/FormMessage.tsx';
import { useDeleteAccount } from './useDeleteAccount.ts';

export function DeleteAccountDialog({ covered }: { covered: boolean }) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const { authProvider } = useViewer();
  const [password, setPassword] = useState('');
  const { remove, forget, state, errors } = useDeleteAccount();
  const busy = state === 'deleting';
  const footer = (
    <>
      <Button look="quiet" onClick={close}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" form="delete-account" look="danger" busy={busy}>
        {busy ? t('editor.deleting') : t('deletion.yes')}
      </Button>
    </>
  );
  return (
    <Dialog
      title={t('deletion.title')}
      size="small"
      role="alertdialog"
      covered={covered}
      onClose={close}
      footer={state === 'deleted' ? undefined : footer}
    >
      <div role="status" className="text-good">
        {state === 'deleted' && (
          <p className="flex flex-col items-center gap-3 px-5 py-10 text-21 font-semibold">
            <CircleCheck aria-hidden className="size-10" strokeWidth={1.6} />
            {t('deletion.done')}
          </p>
        )}
      </div>
      <form
        id="delete-account"
        noValidate
        hidden={state === 'deleted'}
        className="flex flex-col gap-4 px-5 py-6 [&[hidden]]:hidden"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void remove(password);
        }}
      >
        <p className="text-17">{t('deletion.question')}</p>
        <p className="text-15 text-pretty text-soft">{t('deletion.lead')}</p>
        {authProvider === 'email' ? (
          <PasswordField
            label={t('deletion.password')}
            required
            autoComplete="current-password"
            value={password}
            error={errors.password}
            onChange={(event) => {
              setPassword(event.target.value);
              forget();
            }}
          />
        ) : (
          <p className="text-15 text-pretty text-soft">{t('deletion.googleLead')}</p>
        )}
        <FormMessage text={errors.form} />
      </form>
    </Dialog>
  );
}
