import { handOverJobs, recordJob } from '../afterCommit.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { limit } from '../limit.ts';
import { resetsPerAddress } from './limits.ts';

/**
 * Queues a reset mail. The address is looked up, and its mails are counted, by the job: so the answer and its timing are
 * the same for any address, and two ways to write one address are one to the count.
 */
export async function requestPasswordReset(ctx: Context, input: { email: string; address: string }): Promise<void> {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(input.email) || !input.email.isWellFormed())
    throw new Refusal('invalid-email');
  await limit(ctx, resetsPerAddress, `address:${input.address}`, 'too-many-requests');
  await ctx.db.transaction(async (em) => {
    recordJob(em, { name: 'auth.sendPasswordReset', payload: { email: input.email } });
  });
  await handOverJobs(ctx);
}
