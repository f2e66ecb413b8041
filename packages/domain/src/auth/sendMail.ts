import type { Context } from '../context.ts';
import { mailsPerInbox } from '../limits.ts';
import type { Mail } from '../ports.ts';
import { hashToken } from '../secrets.ts';

/** The inbox of an address: lower case, without a part after a plus sign. */
function inboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const name = address.slice(0, at).replace(/\+.*$/s, '');
  return hashToken(`${name}${address.slice(at)}`.toLowerCase());
}

/** Sends a mail and returns true; false if its inbox has reached its limit over all accounts. A failed mail does not count. */
export async function sendMail(ctx: Context, mail: Mail): Promise<boolean> {
  const inbox = inboxOf(mail.to);
  if ((await ctx.limiter.consume(mailsPerInbox, inbox)) !== null) {
    ctx.log.warn({}, 'a mail was not sent: its recipient has been sent as many as a day may bring');
    return false;
  }
  try {
    await ctx.mailer.send(mail);
  } catch (error) {
    await ctx.limiter.consume(mailsPerInbox, inbox, -1);
    throw error;
  }
  return true;
}
