import { useEffect, useState } from 'react';
import { loadApi } from './AuthPage.tsx';

type WayIn = 'open' | 'invited' | 'closed';

/** Who may join here, from the mark that the server puts on the page; asked for anew, as a kept page may be of another day. */
export function useWayIn() {
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
