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

/**
 * Sends a mail and returns true, or returns false if the recipient's inbox has reached the limit that all accounts share. A
 * failed mail does not count. Mails about the security of an account have a limit of their own per address. That limit does not
 * apply to an unconfirmed address with a plus sign, because anybody can sign up with many such addresses of another person's
 * inbox.
 */
export async function sendMail(
  ctx: Context,
  mail: Mail,
  { security = false, confirmed = false } = {},
): Promise<boolean> {
  const ownShare = security && (confirmed || !mail.to.includes('+'));
  const [rule, key] = ownShare
    ? [securityMailsPerAddress, hashToken(mail.to.toLowerCase())]
    : [mailsPerInbox, inboxOf(mail.to)];
  const sent = await withinLimit(ctx, rule, key, () => ctx.mailer.send(mail));
  if (!sent) ctx.log.warn({}, 'a mail was not sent: its recipient has reached the daily limit');
  return sent;
}
