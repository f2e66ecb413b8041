import type { Context } from './context.ts';
import { Refusal, type RefusalCode } from './errors.ts';
import type { LimitRule } from './ports.ts';

/** Counts a call against a rule. Throws `code` with the seconds to wait once the rule is used up. */
export async function limit(
  ctx: Context,
  rule: LimitRule,
  key: string,
  code: RefusalCode = 'rate-limited',
): Promise<void> {
  const retryAfterSeconds = await ctx.limiter.consume(rule, key);
  if (retryAfterSeconds !== null) throw new Refusal(code, { retryAfterSeconds });
}
