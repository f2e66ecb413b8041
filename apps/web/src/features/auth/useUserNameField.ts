import { userName as userNameRule, userNameStep } from '@kith/contracts';
import { maxLengths } from '@kith/contracts/lengths';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { afterPress } from '../../lib/afterPress.ts';
import { loadApi } from '../../lib/loadApi.ts';
import { useDebounced } from '../../lib/useDebounced.ts';

interface Schema {
  safeParse: (value: unknown) => { success: boolean; error?: { issues: { message: string }[] } | undefined };
}

/** Returns the key of the first rule that `value` breaks, or null if it breaks none. */
export const brokenRule = (schema: Schema, value: unknown): string | null => {
  const result = schema.safeParse(value);
  return result.success ? null : (result.error?.issues[0]?.message ?? 'invalid-input');
};

/** Removes spaces and @, which a username must not contain, and cuts the text to the maximum length. */
const cleanUserName = (value: string): string => value.replace(/[\s@]/g, '').slice(0, maxLengths.userName);

/**
 * A username field. It drops forbidden characters while the member types, validates on blur, and asks the server whether the
 * name is available, unless it is `own`, the member's current name.
 */
export function useUserNameField(step: 'sign-up' | 'federated', own = '') {
  const { t } = useTranslation();
  const rule = step === 'sign-up' ? userNameRule : userNameStep;
  const [value, setValue] = useState(own);
  const [error, setError] = useState<string>();
  const [available, setFree] = useState<string | null>(null);
  const debounced = useDebounced(value, 350);

  useEffect(() => {
    let current = true;
    // Responses for earlier values of the field are ignored.
    if (
      debounced &&
      debounced === value &&
      debounced.toLowerCase() !== own.toLowerCase() &&
      !brokenRule(rule, debounced)
    ) {
      loadApi()
        .then((api) => api.auth.userNameAvailable.query({ userName: debounced }))
        .then(
          ({ available }) => {
            if (!current) return;
            if (available) setFree(debounced);
            else setError(t(step === 'sign-up' ? 'errors.username-taken' : 'errors.username-taken-step'));
          },
          () => undefined,
        );
    }
    return () => {
      current = false;
    };
  }, [debounced, value, own, rule, step, t]);

  const check = (): boolean => {
    const broken = brokenRule(rule, value);
    if (broken) setError(t(`errors.${broken}` as 'errors.invalid-input'));
    return !broken;
  };

  return {
    value,
    check,
    fail: setError,
    props: {
      value,
      error,
      good: available && available === value ? t('signup.userNameFree') : undefined,
      hint: error || step === 'federated' ? t('signup.userNameHint') : undefined,
      maxLength: maxLengths.userName,
      autoComplete: 'username',
      autoCapitalize: 'none',
      spellCheck: false,
      onChange: (event: { target: { value: string } }) => {
        setValue(cleanUserName(event.target.value));
        setError(undefined);
      },
      onBlur: () => {
        if (value) afterPress(check);
      },
    },
  };
}
