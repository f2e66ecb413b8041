import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePopup } from '../../lib/popups.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { readLocal, useSaveLocal } from './localSettings.ts';
import { FormFooter, LocalNote, type SettingsPopupProps } from './parts.tsx';

interface CheckRowProps {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function CheckRow({ label, hint, checked, onChange }: CheckRowProps) {
  const id = useId();
  return (
    <div className="flex min-h-12 items-center gap-3 has-disabled:opacity-50">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-hint`}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0 accent-accent"
      />
      <label htmlFor={id} className="flex min-h-12 flex-1 flex-col justify-center">
        <span className="text-17">{label}</span>
        <span id={`${id}-hint`} aria-hidden className="text-13 text-soft">
          {hint}
        </span>
      </label>
    </div>
  );
}

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
