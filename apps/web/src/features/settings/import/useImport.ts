import type { Audience } from '@kith/contracts';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { failureOf, failureText } from '../../../lib/failure.ts';
import { useStore } from '../../../lib/store.ts';
import { trpc } from '../../../lib/trpc.ts';
import { currentUpload, stopUpload, uploadArchive } from './upload.ts';

/** The interval, in milliseconds, at which the state of a running import is polled while the popup is open. */
const pollMs = 3_000;

/** Returns the state of the member's latest import on the server, and of the upload in this tab. */
export function useImport() {
  const utils = trpc.useUtils();
  const upload = useStore(currentUpload);
  const [error, setError] = useState<string>();
  const { data, isError, refetch } = trpc.imports.latest.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: ({ state }) => (['waiting', 'running'].includes(state.data?.state ?? '') ? pollMs : false),
  });

  // Refetches the profile behind the popup when an import has ended, even if no poll saw the import running.
  const now = data === undefined ? undefined : data && `${data.importId} ${data.state}`;
  const before = useRef(now);
  useEffect(() => {
    if (before.current !== undefined && before.current !== now && now?.endsWith('done')) {
      void utils.posts.byUser.invalidate();
      void utils.auth.session.invalidate();
    }
    before.current = now;
  }, [now, utils]);

  const start = async (file: File, audience: Audience | null): Promise<void> => {
    setError(undefined);
    // Resumes an interrupted upload only with a file of the same size, because a file of another size is another archive.
    const goesOn = data?.state === 'uploading' && data.size === file.size ? data.importId : null;
    try {
      await uploadArchive(file, audience, goesOn);
    } catch (failure) {
      setError(failureText(failure));
    }
    await utils.imports.latest.invalidate();
  };

  const stop = async (): Promise<void> => {
    stopUpload();
    const known = data ?? (await utils.imports.latest.fetch());
    try {
      if (known) await api.imports.cancel.mutate({ importId: known.importId });
    } catch (failure) {
      if (failureOf(failure).code !== 'not-found') setError(failureText(failure));
    }
    await utils.imports.latest.invalidate();
  };

  return { upload, state: data, isError, retry: () => void refetch(), error, start, stop };
}
