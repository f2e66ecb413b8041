import { useTranslation } from 'react-i18next';
import { usePopup } from '../../lib/popups.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { DeviceList } from './DeviceList.tsx';
import { FormFooter } from './FormFooter.tsx';
import { LocalNote } from './LocalNote.tsx';
import type { SettingsPopupProps } from './settingsPopup.ts';
import { usePrivacy } from './usePrivacy.ts';
import { VisibilityField } from './VisibilityField.tsx';

export function PrivacyDialog({ covered }: SettingsPopupProps) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const { visibility, setVisibility, hasPassword, busy, field, save } = usePrivacy();
  return (
    <Dialog
      title={t('settings.privacy')}
      covered={covered}
      onClose={close}
      footer={<FormFooter form="privacy" label={t('privacy.submit')} onCancel={close} />}
    >
      <form
        id="privacy"
        noValidate
        className="flex flex-col gap-5 p-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void save();
        }}
      >
        <VisibilityField value={visibility} onChange={setVisibility} />
        {hasPassword && (
          <>
            <PasswordField label={t('privacy.current')} {...field('current')} />
            <PasswordField label={t('privacy.new')} {...field('new')} />
            <PasswordField label={t('privacy.confirm')} {...field('confirm')} />
          </>
        )}
        <LocalNote>{hasPassword ? t('privacy.passwordNote') : t('privacy.googleNote')}</LocalNote>
      </form>
      <DeviceList />
    </Dialog>
  );
}
