import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { failureOf } from '../../lib/failure.ts';
import { useFailureText } from '../../lib/useFailureText.ts';
import { askGoogle, forgetGoogle } from './googlePopup.ts';

/** Signs in with Google in a popup; where popups are blocked, the whole page goes there. */
export function useGoogleSignIn() {
  const text = useFailureText();
  const router = useRouter();
  const [error, setError] = useState<string>();
  useEffect(() => forgetGoogle, []);

  const goOn = (next: string) => router.history.push(next);
  const signIn = async () => {
    setError(undefined);
    try {
      goOn(await askGoogle({}, goOn));
    } catch (failure) {
      if (failureOf(failure).code === 'popup-blocked') location.assign('/auth/google');
      else setError(text(failure));
    }
  };

  return { signIn, error, forget: () => setError(undefined) };
}
