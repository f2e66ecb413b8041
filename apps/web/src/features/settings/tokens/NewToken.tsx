import { maxLengths, type Scope, scopes } from '@kith/contracts';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { failureOf, failureText } from '../../../lib/failure.ts';
import { trpc } from '../../../lib/trpc.ts';
import { Button } from '../../../ui/Button.tsx';
import { Form, TextField } from '../../../ui/Field.tsx';
import { Select } from '../../../ui/Select.tsx';
import { useReauthentication } from '../../auth/useReauthentication.tsx';
import { ShownOnce } from '../ShownOnce.tsx';

/** The offered lifetimes of a token, in days. 0 means that the token is valid until it is revoked. */
const lifetimes = [30, 90, 365, 0] as const;

type Errors = Partial<Record<'name' | 'scopes', string>>;

const empty = { name: '', scopes: ['read'] as Scope[], days: 90 };

function useNewToken() {
  const utils = trpc.useUtils();
  const [values, setValues] = useState(empty);
  // The action may run again after a re-authentication, when the values have changed.
  const latest = useRef(values);
  latest.current = values;
  const [errors, setErrors] = useState<Errors>({});
  const [created, setCreated] = useState<string>();
  const { busy, run, fields } = useReauthentication();

  const change = (changes: Partial<typeof empty>) => {
    setValues({ ...values, ...changes });
    setErrors({});
  };

  const create = () =>
    run(async () => {
      setErrors({});
      const { days, ...rest } = latest.current;
      const expiry = days > 0 && { expiresInSeconds: days * 86_400 };
      try {
        setCreated((await api.tokens.create.mutate({ ...rest, ...expiry })).token);
      } catch (error) {
        const path = failureOf(error).fields[0]?.path ?? '';
        if (path !== 'name' && !path.startsWith('scopes')) throw error;
        return setErrors({ [path === 'name' ? 'name' : 'scopes']: failureText(error) });
      }
      setValues(empty);
      void utils.tokens.list.invalidate();
    });
  return { values, change, errors, busy, created, create, fields };
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
  const { values, change, errors, busy, created, create, fields } = useNewToken();
  const submit = () => {
    if (!busy) void create();
  };
  return (
    <Form className="flex flex-col gap-5" onSubmit={submit}>
      <TextField
        label={t('tokens.name')}
        placeholder={t('tokens.nameHint')}
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
      {fields}
      <Button type="submit" busy={busy}>
        {t('tokens.make')}
      </Button>
      <div role="status" className="empty:hidden">
        {created && <ShownOnce label={t('tokens.made')} value={created} copy={t('tokens.copy')} />}
      </div>
    </Form>
  );
}
