import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePopup } from '../../lib/popups.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { CheckRow } from './CheckRow.tsx';
import { FormFooter } from './FormFooter.tsx';
import { LocalNote } from './LocalNote.tsx';
import { readLocal } from './localSettings.ts';
import type { SettingsPopupProps } from './settingsPopup.ts';
import { useSaveLocal } from './useSaveLocal.ts';

export function AlertsDialog({ covered }: SettingsPopupProps) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const saveLocal = useSaveLocal();
  const [values, setValues] = useState(() => readLocal('notifications'));
  const row = (name: 'enabled' | 'messages' | 'tags' | 'followers') => ({
    label: t(`alerts.${name}`),
    hint: t(`alerts.${name}Hint`),
    checked: values[name],
    onChange: (checked: boolean) => setValues({ ...values, [name]: checked }),
  });
  return (
    <Dialog
      title={t('settings.notifications')}
      covered={covered}
      onClose={close}
      footer={<FormFooter form="alerts" label={t('common.save')} onCancel={close} />}
    >
      <form
        id="alerts"
        className="flex flex-col gap-4 p-5"
        onSubmit={(event) => {
          event.preventDefault();
          saveLocal('notifications', values);
        }}
      >
        <LocalNote>{t('alerts.lead')}</LocalNote>
        <CheckRow {...row('enabled')} />
        <fieldset disabled={!values.enabled} className="flex flex-col gap-1 border-l-2 border-line pl-4">
          <legend className="sr-only">{t('alerts.about')}</legend>
          <CheckRow {...row('messages')} />
          <CheckRow {...row('tags')} />
          <CheckRow {...row('followers')} />
        </fieldset>
      </form>
    </Dialog>
  );
}
