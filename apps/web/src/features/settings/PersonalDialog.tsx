import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { memberKey } from '../../lib/member.ts';
import { usePopup } from '../../lib/popups.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogFooter } from '../../ui/DialogFooter.tsx';
import { Form, FormMessage, TextField } from '../../ui/Field.tsx';
import { toast } from '../../ui/toast.tsx';
import { birthdayText } from '../birthdays/birthday.ts';
import { useEditProfile } from '../profile/edit/useEditProfile.ts';
import { LocalNote, type SettingsPopupProps } from './parts.tsx';

const empty = { firstName: '', lastName: '', birthDate: '' };
type PersonalInformation = typeof empty;

const storageKey = (): string => memberKey('settings.personal');

/** Reads the personal information, which is stored only in this browser. */
function readPersonal(): PersonalInformation {
  try {
    return { ...empty, ...JSON.parse(localStorage.getItem(storageKey()) ?? '{}') };
  } catch {
    return empty;
  }
}

/** Stores the personal information. Returns false if the browser's storage is unavailable. */
function storePersonal(value: PersonalInformation): boolean {
  try {
    localStorage.setItem(storageKey(), JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

function usePersonal() {
  const { t } = useTranslation();
  const { close } = usePopup();
  const [values, setValues] = useState(readPersonal);
  const [errors, setErrors] = useState<Partial<PersonalInformation>>({});
  const today = new Date().toLocaleDateString('sv');

  const judge = ({ firstName, lastName, birthDate }: PersonalInformation): Partial<PersonalInformation> => ({
    ...(!firstName && { firstName: t('personal.firstNameMissing') }),
    ...(!lastName && { lastName: t('personal.lastNameMissing') }),
    ...(!birthDate && { birthDate: t('personal.birthDateMissing') }),
    ...(birthDate > today && { birthDate: t('personal.birthDateAhead') }),
  });

  const save = () => {
    const { firstName, lastName, birthDate } = values;
    const trimmed = { firstName: firstName.trim(), lastName: lastName.trim(), birthDate };
    const found = judge(trimmed);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const stored = storePersonal(trimmed);
    toast(stored ? t('settings.saved') : t('settings.notSaved'), { variant: stored ? 'good' : 'bad' });
    if (stored) close();
  };

  const field = (name: keyof PersonalInformation) => ({
    value: values[name],
    error: errors[name],
    required: true,
    maxLength: 100,
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value });
      setErrors({ ...errors, [name]: undefined });
    },
  });

  return { firstName: values.firstName.trim(), birthDate: values.birthDate, field, save, today };
}

/** Makes the first name the name that other members see. */
function UseAsName({ name }: { name: string }) {
  const { t } = useTranslation();
  const { save, busy, error, nameError } = useEditProfile();
  const use = async () => {
    if (await save({ displayName: name, picture: undefined }))
      toast(t('personal.nowCalled', { name }), { variant: 'good' });
  };
  return (
    <>
      <Button variant="quiet" small busy={busy} className="-mt-2 self-start" onClick={() => void use()}>
        {t('personal.useAsName')}
      </Button>
      <FormMessage text={nameError ?? error} />
    </>
  );
}

/** Shows the day and the month to other members. The year stays in this browser. */
function UseAsBirthday({ birthDate }: { birthDate: string }) {
  const { t } = useTranslation();
  const { save, busy, error } = useEditProfile();
  const [, month = 0, day = 0] = birthDate.split('-').map(Number);
  const use = async () => {
    if (await save({ birthday: { month, day }, picture: undefined }))
      toast(t('birthdays.used', { date: birthdayText({ month, day }) }), { variant: 'good' });
  };
  return (
    <>
      <Button variant="quiet" small busy={busy} className="-mt-2 self-start" onClick={() => void use()}>
        {t('birthdays.use')}
      </Button>
      <FormMessage text={error} />
    </>
  );
}

export function PersonalDialog({ covered }: SettingsPopupProps) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const { firstName, birthDate, field, save, today } = usePersonal();
  return (
    <Dialog
      title={t('settings.personal')}
      screen
      covered={covered}
      onClose={close}
      footer={<DialogFooter form="personal" label={t('common.save')} onCancel={close} />}
    >
      <Form id="personal" className="flex flex-col gap-4 p-5" onSubmit={() => save()}>
        <LocalNote>{t('personal.lead')}</LocalNote>
        <TextField label={t('personal.firstName')} autoComplete="given-name" {...field('firstName')} />
        {firstName && <UseAsName name={firstName} />}
        <TextField label={t('personal.lastName')} autoComplete="family-name" {...field('lastName')} />
        <TextField
          label={t('personal.birthDate')}
          type="date"
          autoComplete="bday"
          min="1900-01-01"
          max={today}
          {...field('birthDate')}
        />
        {birthDate && birthDate <= today && <UseAsBirthday birthDate={birthDate} />}
      </Form>
    </Dialog>
  );
}
