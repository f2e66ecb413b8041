import type { Context } from '../context.ts';
import { escapeHtml } from '../html.ts';
import { type Language, translate } from '../i18n/translate.ts';
import { mailPage } from '../mailPage.ts';
import type { Mail } from '../ports.ts';
import { readServerSettings } from '../server/serverSettings.ts';

/**
 * A mail with one link from the server, by the name that its hosts have given it, as text and HTML, in the texts of `mail.KIND`.
 */
export async function linkMail(
  ctx: Context,
  kind: 'confirmation' | 'reset' | 'resetLink' | 'signIn' | 'webhookOff',
  language: Language,
  name: string,
  link: string,
  values: Record<string, string> = {},
): Promise<Omit<Mail, 'to'>> {
  const { name: server } = await readServerSettings(ctx);
  const said = (key: string) => translate(language, `mail.${kind}.${key}`, { ...values, server });
  const hello = translate(language, 'mail.hello', { name });
  const [lead, button, ends, ignore] = [said('lead'), said('button'), said('ends'), said('ignore')];
  return {
    subject: said('subject'),
    text: `${hello}\n\n${lead}\n\n${link}\n\n${ends}\n${ignore}\n\n${server}\n`,
    ...(await mailPage(
      ctx,
      language,
      `<p>${escapeHtml(hello)}</p><p>${escapeHtml(lead)}</p>
<p><a href="${link}" style="display:inline-block;padding:.75rem 1.25rem;border-radius:2rem;background:#8a2f6b;color:#fff;text-decoration:none">${escapeHtml(button)}</a></p>
<p>${escapeHtml(ends)}<br>${escapeHtml(ignore)}</p>`,
    )),
  };
}
