import { email as emailRule, password as passwordRule } from '@kith/trpc/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { currentLanguage } from '../../i18n/index.ts';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { failureOf } from '../../lib/failure.ts';
import { loadApi } from '../../lib/loadApi.ts';
import { useFailureText } from '../../lib/useFailureText.ts';
import { brokenRule } from '../../lib/validate.ts';
import { useUserNameField } from './useUserNameField.ts';

const empty = { email: '', password: '', confirm: '' };
type Values = typeof empty;

export function useSignUp() {
  const { t } = useTranslation();
  const text = useFailureText();
  const navigate = useNavigate();
  const userName = useUserNameField('sign-up');
  const [values, setValues] = useState<Values>(empty);
  const [errors, setErrors] = useState<Partial<Values & { form: string }>>({});
  const [busy, setBusy] = useState(false);

  const wordsOf = (key: string | null) => (key ? t(`errors.${key}` as 'errors.invalid-input') : undefined);
  const judge = (name: keyof Values): string | undefined => {
    if (name === 'email') return wordsOf(brokenRule(emailRule, values.email));
    if (name === 'password') return wordsOf(brokenRule(passwordRule, values.password));
    return values.confirm === values.password ? undefined : t('signup.mismatch');
  };

  const place = (error: unknown) => {
    const { code, fields } = failureOf(error);
    const path = fields[0]?.path ?? { 'username-taken': 'userName', 'email-already-in-use': 'email' }[code];
    if (path === 'userName') userName.fail(text(error));
    else setErrors({ [path && path in empty ? path : 'form']: text(error) });
  };

  const submit = async () => {
    const found = { email: judge('email'), password: judge('password'), confirm: judge('confirm') };
    setErrors(found);
    if (!userName.check() || Object.values(found).some(Boolean)) return;
    setBusy(true);
    try {
      const { email, password } = values;
      await (await loadApi()).users.create.mutate({
        userName: userName.value,
        email,
        password,
        language: currentLanguage(),
      });
      await navigate({ to: '/login', search: { done: 'signup' } });
    } catch (error) {
      place(error);
    } finally {
      setBusy(false);
    }
  };

  const field = (name: keyof Values) => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value });
      setErrors({ ...errors, [name]: undefined });
    },
    onBlur: () => {
      if (values[name]) setErrors({ ...errors, [name]: judge(name) });
    },
  });

  return { userName: userName.props, field, submit, busy, error: errors.form };
}
