import type { Context } from '../context.ts';
import { mailsPerInbox, securityMailsPerAddress, withinLimit } from '../limits.ts';
import type { Mail } from '../ports.ts';
import { hashToken } from '../secrets.ts';

/** The key by which mails to an inbox are counted: a hash of the address in lower case, without the part after a plus sign. */
function inboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const name = address.slice(0, at).replace(/\+.*$/s, '');
  return hashToken(`${name}${address.slice(at)}`.toLowerCase());
}

interface About {
  /** What a mail about the security of an account is about. */
  security?: 'reset' | 'resetLink' | 'signIn';
  /** Whether the account has confirmed the address. */
  confirmed?: boolean;
}

/**
 * Sends a mail and returns true, or returns false if the recipient's inbox has reached the limit that all accounts share. A
 * failed mail does not count. Each kind of mail about the security of an account has a limit of its own per address, so that the
 * resets that strangers ask for keep no other mail away. That limit does not apply to an unconfirmed address with a plus sign, because
 * anybody can sign up with many such addresses of another person's inbox. Resets of a confirmed address are limited by the valid codes
 * of the account alone: whoever gets no further one has the link of an earlier one.
 */
export async function sendMail(
  ctx: Context,
  mail: Mail,
  { security, confirmed = false }: About = {},
): Promise<boolean> {
  if (security === 'reset' && confirmed) {
    await ctx.mailer.send(mail);
    return true;
  }
  const ownShare = security && (confirmed || !mail.to.includes('+'));
  const [rule, key] = ownShare
    ? [securityMailsPerAddress, `${security}:${hashToken(mail.to.toLowerCase())}`]
    : [mailsPerInbox, inboxOf(mail.to)];
  const sent = await withinLimit(ctx, rule, key, () => ctx.mailer.send(mail));
  if (!sent) ctx.log.warn({}, 'a mail was not sent: its recipient has reached the daily limit');
  return sent;
}
