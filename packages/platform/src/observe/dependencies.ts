import { once } from 'node:events';
import { connect } from 'node:net';
import { type FileStorage, Refusal } from '@kith/domain';
import { probe } from '../redis/index.ts';
import type { Settings } from '../settings.ts';
import type { Stores } from '../stores.ts';

interface Adapters {
  settings: Pick<Settings, 's3' | 'smtpUrl'>;
  stores: Pick<Stores, 'redis'>;
  storage: FileStorage;
}

/**
 * Health checks of the external services in the settings, by name, besides database and queue; each rejects while its service
 * does not answer.
 */
export function dependencyChecks({ settings, stores, storage }: Adapters): Record<string, () => Promise<void>> {
  const { redis } = stores;
  const { s3, smtpUrl } = settings;
  return {
    ...(redis && {
      async redis() {
        if (redis.unavailable) throw new Error('Redis is unavailable');
        await probe(redis.client);
      },
    }),
    ...(s3 && {
      // The object `media/none` does not exist. Any response proves that the store is up, even 403 for keys without permission
      // to list.
      s3: onceAMinute(async () => {
        const found = await storage.stream('media/none').catch((error: unknown) => {
          if (error instanceof Refusal) throw error;
          return null;
        });
        found?.body.destroy();
      }),
    }),
    ...(smtpUrl && { smtp: onceAMinute(() => checkMailServer(new URL(smtpUrl))) }),
  };
}

const minute = 60_000;

/** Caches a success for a minute, so that frequent scrapes put no load on the services. A failure is not cached. */
function onceAMinute(check: () => Promise<void>): () => Promise<void> {
  let succeededAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - succeededAt < minute) return;
    await check();
    succeededAt = performance.now();
  };
}

/** Checks that a mail server accepts connections, without authenticating: mail servers count log-in attempts. */
async function checkMailServer({ protocol, hostname, port }: URL): Promise<void> {
  const defaultPort = protocol === 'smtps:' ? 465 : 587;
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || defaultPort, timeout: 2_000 });
  socket.on('timeout', () => socket.destroy(new Error('the mail server does not answer')));
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
