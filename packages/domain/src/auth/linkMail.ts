import { type Language, translate } from '../i18n/translate.ts';

/**
 * A mail with one link, as text and HTML, in the texts of `mail.KIND`. Neither `name`, `link` nor the values need escaping:
 * usernames contain no special characters, and the server itself creates the rest.
 */
export function linkMail(
  kind: 'confirmation' | 'reset' | 'resetLink' | 'signIn' | 'webhookOff',
  language: Language,
  name: string,
  link: string,
  values: Record<string, string> = {},
): { subject: string; text: string; html: string } {
  const said = (key: string) => translate(language, `mail.${kind}.${key}`, values);
  const hello = translate(language, 'mail.hello', { name });
  const [lead, button, ends, ignore] = [said('lead'), said('button'), said('ends'), said('ignore')];
  return {
    subject: said('subject'),
    text: `${hello}\n\n${lead}\n\n${link}\n\n${ends}\n${ignore}\n\nKith\n`,
    html: `<!doctype html><html lang="${language}"><body style="font-family:sans-serif;line-height:1.5;max-width:32rem;margin:2rem auto;padding:0 1rem">
<p>${hello}</p><p>${lead}</p>
<p><a href="${link}" style="display:inline-block;padding:.75rem 1.25rem;border-radius:2rem;background:#8a2f6b;color:#fff;text-decoration:none">${button}</a></p>
<p>${ends}<br>${ignore}</p><p>Kith</p></body></html>`,
  };
}
