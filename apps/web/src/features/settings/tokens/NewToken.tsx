import { maxLengths, type Scope, scopes } from '@kith/contracts';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { failureOf, failureText } from '../../../lib/failure.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { Button } from '../../../ui/Button.tsx';
import { Form, FormMessage, TextField } from '../../../ui/Field.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { Select } from '../../../ui/Select.tsx';
import { cancelGoogleSignIn } from '../../auth/googlePopup.ts';
import { reauthenticate } from '../../auth/reauthenticate.ts';
import { ShownOnce } from '../ShownOnce.tsx';

/** The offered lifetimes of a token, in days. 0 means that the token is valid until it is revoked. */
const lifetimes = [30, 90, 365, 0] as const;

type Field = 'name' | 'scopes' | 'password' | 'form';
type Errors = Partial<Record<Field, string>>;

const empty = { name: '', scopes: ['read'] as Scope[], days: 90, password: '' };

/** Holds the form's state. If the server requires re-authentication, the next submit re-authenticates first. */
function useNewToken() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const { authProvider } = useViewer();
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Errors>({});
  const [proofRequired, setProofRequired] = useState(false);
  const [busy, setBusy] = useState(false);
  const [created, setCreated] = useState<string>();
  useEffect(() => cancelGoogleSignIn, []);

  const change = (changes: Partial<typeof empty>) => {
    setValues({ ...values, ...changes });
    setErrors({});
  };

  const errorsFor = (error: unknown): Errors => {
    const { code, fields } = failureOf(error);
    if (code === 'password-required' || code === 'incorrect-password') return { password: failureText(error) };
    if (code === 'reauthentication-required') return { form: t(`tokens.reauthenticate.${authProvider}`) };
    if (code === 'popup-blocked') return { form: t('deletion.popupBlocked') };
    const [field] = fields;
    if (field?.path === 'name' || field?.path.startsWith('scopes'))
      return { [field.path === 'name' ? 'name' : 'scopes']: failureText(error) };
    return { form: failureText(error) };
  };

  const submitWith = async (proof: () => Promise<void>): Promise<void> => {
    setErrors({});
    setBusy(true);
    const { days, password: _, ...rest } = values;
    try {
      await proof();
      const expiry = days > 0 && { expiresInSeconds: days * 86_400 };
      setCreated((await api.tokens.create.mutate({ ...rest, ...expiry })).token);
      setValues(empty);
      setProofRequired(false);
      void utils.tokens.list.invalidate();
    } catch (error) {
      if (failureOf(error).code === 'reauthentication-required') setProofRequired(true);
      setErrors(errorsFor(error));
    } finally {
      setBusy(false);
    }
  };

  const noProof = () => Promise.resolve();
  const create = () =>
    submitWith(() =>
      proofRequired ? reauthenticate(authProvider, values.password, () => void submitWith(noProof)) : noProof(),
    );
  return { values, change, errors, busy, created, create, asksPassword: proofRequired && authProvider === 'email' };
}

interface ScopesFieldProps {
  value: readonly Scope[];
  error: string | undefined;
  onChange: (scopes: Scope[]) => void;
}

function ScopesField({ value, error, onChange }: ScopesFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const toggled = (scope: Scope) => scopes.filter((each) => value.includes(each) !== (each === scope));
  return (
    <fieldset aria-describedby={`${id}-error`} className="flex flex-col gap-1">
      <legend className="pb-1.5 text-15 font-medium">{t('tokens.may')}</legend>
      {scopes.map((scope) => (
        <label key={scope} className="flex min-h-12 cursor-pointer items-center gap-3 py-1">
          <input
            type="checkbox"
            checked={value.includes(scope)}
            onChange={() => onChange(toggled(scope))}
            className="size-5 shrink-0"
          />
          <span className="flex min-w-0 flex-col">
            <span className="text-15 font-medium">{t(`tokens.scopes.${scope}`)}</span>
            <span className="text-13 text-pretty text-soft">{t(`tokens.scopeNotes.${scope}`)}</span>
          </span>
        </label>
      ))}
      <p id={`${id}-error`} role="alert" className="text-13 text-danger empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}

export function NewToken() {
  const { t } = useTranslation();
  const id = useId();
  const { values, change, errors, busy, created, create, asksPassword } = useNewToken();
  const submit = () => {
    if (!busy) void create();
  };
  return (
    <Form className="flex flex-col gap-5" onSubmit={submit}>
      <TextField
        label={t('tokens.name')}
        hint={t('tokens.nameHint')}
        autoComplete="off"
        maxLength={maxLengths.tokenName}
        value={values.name}
        error={errors.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <ScopesField value={values.scopes} error={errors.scopes} onChange={(chosen) => change({ scopes: chosen })} />
      <div className="flex min-h-12 items-center gap-4">
        <label htmlFor={id} className="flex-1 text-15 font-medium whitespace-nowrap">
          {t('tokens.valid')}
        </label>
        <Select id={id} value={values.days} onChange={(event) => change({ days: Number(event.target.value) })}>
          {lifetimes.map((days) => (
            <option key={days} value={days}>
              {days === 0 ? t('tokens.untilRevoked') : t('tokens.days', { count: days })}
            </option>
          ))}
        </Select>
      </div>
      {asksPassword && (
        <PasswordField
          label={t('deletion.password')}
          required
          autoComplete="current-password"
          value={values.password}
          error={errors.password}
          onChange={(event) => change({ password: event.target.value })}
        />
      )}
      <FormMessage text={errors.form} />
      <Button type="submit" busy={busy}>
        {t('tokens.make')}
      </Button>
      <div role="status" className="empty:hidden">
        {created && <ShownOnce label={t('tokens.made')} value={created} copy={t('tokens.copy')} />}
      </div>
    </Form>
  );
}
