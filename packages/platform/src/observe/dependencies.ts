import { type FileStorage, Refusal } from '@kith/domain';
import { checkMail } from '../mail/check.ts';
import { probe } from '../redis/index.ts';
import type { Settings } from '../settings.ts';
import type { Stores } from '../stores.ts';

interface Adapters {
  settings: Pick<Settings, 's3' | 'smtpUrl' | 'mailFrom'>;
  stores: Pick<Stores, 'redis'>;
  storage: FileStorage;
}

/**
 * Health checks of the external services in the settings, by name, besides database and queue; each rejects while its service
 * does not answer.
 */
export function dependencyChecks({ settings, stores, storage }: Adapters): Record<string, () => Promise<void>> {
  const { redis } = stores;
  const { s3, smtpUrl, mailFrom } = settings;
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
      s3: remembered({ success: minute, failure: 0 }, async () => {
        const found = await storage.stream('media/none').catch((error: unknown) => {
          if (error instanceof Refusal) throw error;
          return null;
        });
        found?.body.destroy();
      }),
    }),
    ...(smtpUrl && { smtp: remembered(forMail, () => checkMail({ smtpUrl, mailFrom })) }),
  };
}

/** How often a store in S3 is checked for /readyz, in milliseconds. */
const storageIntervalMs = 15_000;

/**
 * Checks every 15 s whether a store in S3 answers, so that /readyz need not wait for it, and calls `onChange` when that changes.
 * Without S3 it is never unavailable.
 */
export function watchStorage(
  adapters: Adapters,
  onChange: (unavailable: boolean) => void,
  intervalMs = storageIntervalMs,
): { readonly unavailable: boolean; close(): void } {
  const { s3: check } = dependencyChecks(adapters);
  let unavailable = false;
  const look = async () => {
    const now = await check?.().then(
      () => false,
      () => true,
    );
    if (now === undefined || now === unavailable) return;
    unavailable = now;
    onChange(unavailable);
  };
  const timer = check && setInterval(look, intervalMs).unref();
  if (check) void look();
  return {
    get unavailable() {
      return unavailable;
    },
    close: () => clearInterval(timer),
  };
}

const minute = 60_000;

/** Mail servers count log-ins, and block who fails too often. In milliseconds. */
const forMail = { success: 10 * minute, failure: minute };

/** Remembers the outcome of a check for these times in milliseconds, so that frequent scrapes put no load on the services. */
function remembered(times: { success: number; failure: number }, check: () => Promise<void>): () => Promise<void> {
  let until = Number.NEGATIVE_INFINITY;
  let outcome: Promise<void> = Promise.resolve();
  return () => {
    if (performance.now() < until) return outcome;
    const running = check();
    until = Number.POSITIVE_INFINITY;
    outcome = running;
    const rememberFor = (ms: number) => () => {
      until = performance.now() + ms;
    };
    running.then(rememberFor(times.success), rememberFor(times.failure));
    return outcome;
  };
}
