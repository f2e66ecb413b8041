import { knownZone, readDevice, wallTime } from '@kith/contracts';
import type { Context } from '../context.ts';
import { type Language, translate } from '../i18n/translate.ts';
import { linkMail } from './linkMail.ts';

/** Describes a browser in a mail, only by names from the list of `readDevice` and never by text that the browser sent. */
function nameOf(language: Language, userAgent: string): string {
  const { browser, system } = readDevice(userAgent);
  if (browser && system) return translate(language, 'mail.signIn.device', { browser, system });
  return browser ?? system ?? translate(language, 'mail.signIn.unknownDevice');
}

/** The mail about a log-in from an unknown browser, in the given language. */
export function signInMail(
  ctx: Context,
  language: Language,
  name: string,
  link: string,
  { userAgent, at, timeZone }: { userAgent: string; at: Date; timeZone: string },
) {
  const zone = knownZone(timeZone);
  const { date, time } = wallTime(at.toISOString(), zone);
  const when = zone === 'UTC' ? `${date} ${time} UTC` : `${date} ${time} (${zone.replaceAll('_', ' ')})`;
  return linkMail(ctx, 'signIn', language, name, link, { device: nameOf(language, userAgent), when });
}
