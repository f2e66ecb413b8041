import { useEffect, useState } from 'react';
import { loadApi } from '../../lib/loadApi.ts';

type SignUpPolicy = 'open' | 'invited' | 'closed';

/**
 * Returns who may sign up. The server writes this policy into the page; the policy is also fetched, because a cached page may
 * be outdated.
 */
export function useSignUpPolicy() {
  const [code] = useState(() => new URLSearchParams(location.search).get('invitation') ?? undefined);
  const [policy, setPolicy] = useState((document.documentElement.dataset.signUp ?? 'open') as SignUpPolicy);
  useEffect(() => {
    loadApi()
      .then((api) => api.auth.options.query())
      .then(
        ({ signUp }) => setPolicy(signUp),
        () => undefined,
      );
  }, []);
  return { way: policy, code };
}
