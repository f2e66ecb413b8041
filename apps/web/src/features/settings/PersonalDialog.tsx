import { useTranslation } from 'react-i18next';
import { usePopup } from '../../lib/popups.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormFooter } from './FormFooter.tsx';
import { LocalNote } from './LocalNote.tsx';
import type { SettingsPopupProps } from './settingsPopup.ts';
import { usePersonal } from './usePersonal.ts';

export function PersonalDialog({ covered }: SettingsPopupProps) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const { field, save, today } = usePersonal();
  return (
    <Dialog
      title={t('settings.personal')}
      covered={covered}
      onClose={close}
      footer={<FormFooter form="personal" label={t('common.save')} onCancel={close} />}
    >
      <form
        id="personal"
        noValidate
        className="flex flex-col gap-4 p-5"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <LocalNote>{t('personal.lead')}</LocalNote>
        <TextField label={t('personal.firstName')} autoComplete="given-name" {...field('firstName')} />
        <TextField label={t('personal.lastName')} autoComplete="family-name" {...field('lastName')} />
        <TextField
          label={t('personal.birthDate')}
          type="date"
          autoComplete="bday"
          min="1900-01-01"
          max={today}
          {...field('birthDate')}
        />
      </form>
    </Dialog>
  );
}
