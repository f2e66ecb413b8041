import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { refetchOutdated } from './refetchOutdated.ts';

test('a list that is invalidated during its first fetch is fetched a second time', async () => {
  const client = new QueryClient();
  const stop = refetchOutdated(client);
  const rows = ['older'];
  const first = Promise.withResolvers<void>();
  let fetches = 0;
  const queryFn = async () => {
    const snapshot = [...rows];
    fetches += 1;
    if (fetches === 1) await first.promise;
    return snapshot;
  };
  const shown = Promise.withResolvers<void>();
  const observer = new QueryObserver(client, { queryKey: ['chats'], queryFn });
  const close = observer.subscribe(({ data }) => data?.includes('newer') && shown.resolve());
  rows.push('newer');
  void client.invalidateQueries({ queryKey: ['chats'] });
  first.resolve();
  await shown.promise;
  expect(fetches).toBe(2);
  close();
  stop();
  client.clear();
});

test('a list that is invalidated while it is prefetched anew is fetched again when it is shown', async () => {
  const client = new QueryClient();
  const stop = refetchOutdated(client);
  client.setQueryData(['posts'], ['older'], { updatedAt: 1 });
  const slow = Promise.withResolvers<string[]>();
  const prefetched = client.prefetchQuery({ queryKey: ['posts'], queryFn: () => slow.promise });
  client.setQueryData(['posts'], ['newer', 'older']);
  await client.invalidateQueries({ queryKey: ['posts'], fetchStatus: 'fetching' });
  slow.resolve(['older']);
  await prefetched;
  const shown = Promise.withResolvers<void>();
  const queryFn = async () => ['newer', 'older'];
  const observer = new QueryObserver(client, { queryKey: ['posts'], queryFn, staleTime: 60_000 });
  const close = observer.subscribe(({ data }) => data?.includes('newer') && shown.resolve());
  await shown.promise;
  close();
  stop();
  client.clear();
});
