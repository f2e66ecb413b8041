import { mock } from 'node:test';
import { createLog } from '../log.ts';

// This process reports the same error a thousand times, and once more a minute later.
mock.timers.enable({ apis: ['setInterval'] });
const log = createLog({ logLevel: 'info' });
const fault = (code: string, message = 'failed') => Object.assign(new Error(message), { code });
for (let n = 0; n < 1000; n += 1)
  log.warn({ err: fault('ECONNREFUSED', `no way to port ${n}`) }, 'event not published');
for (const job of ['images', 'mail'])
  for (let n = 0; n < 5; n += 1) log.warn({ error: `${job} broke` }, 'a job failed');
for (let n = 0; n < 3; n += 1) log.info({}, 'a member joined');
log.error({ err: fault('ENOSPC') }, 'an upload was not kept');
log.error({ err: fault('53100') }, 'a call failed');
const code = 'hunterSq0bX2m8L1c9vT5rYd3kWz7fAe6hUo4pNjG0i';
log.warn({ code, oobCode: code, body: { code } }, 'a reset');
mock.timers.tick(61_000);
