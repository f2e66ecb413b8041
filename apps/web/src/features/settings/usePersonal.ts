import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PersonalInformation, readLocal } from './localSettings.ts';
import { useSaveLocal } from './useSaveLocal.ts';

type Name = keyof PersonalInformation;

export function usePersonal() {
  const { t } = useTranslation();
  const saveLocal = useSaveLocal();
  const [values, setValues] = useState(() => readLocal('personal'));
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
    const given = { firstName: firstName.trim(), lastName: lastName.trim(), birthDate };
    const found = judge(given);
    setErrors(found);
    if (Object.keys(found).length === 0) saveLocal('personal', given);
  };

  const field = (name: Name) => ({
    value: values[name],
    error: errors[name],
    required: true,
    maxLength: 100,
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value });
      setErrors({ ...errors, [name]: undefined });
    },
  });

  return { field, save, today };
}
