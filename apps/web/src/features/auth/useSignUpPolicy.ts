import { useEffect, useState } from 'react';
import { loadApi } from '../../lib/loadApi.ts';

type WayIn = 'open' | 'invited' | 'closed';

/** Who may sign up here, from an attribute that the server puts on the page; also fetched, because a cached page may be old. */
export function useSignUpPolicy() {
  const [code] = useState(() => new URLSearchParams(location.search).get('invitation') ?? undefined);
  const [way, setWay] = useState((document.documentElement.dataset.signUp ?? 'open') as WayIn);
  useEffect(() => {
    loadApi()
      .then((api) => api.auth.options.query())
      .then(
        ({ signUp }) => setWay(signUp),
        () => undefined,
      );
  }, []);
  return { way, code };
}
