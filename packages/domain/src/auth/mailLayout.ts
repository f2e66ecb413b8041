/** The texts of a mail with one link, in one language. */
export interface LinkMailWords {
  subject: string;
  hello: (name: string) => string;
  lead: string;
  button: string;
  ends: string;
  ignore: string;
}

export type MailLanguage = 'en' | 'es' | 'pl';

/**
 * A mail with one link, as text and HTML. Neither `name` nor `link` needs escaping: usernames contain no special characters,
 * and the server itself creates the link.
 */
export function linkMail(
  words: Record<MailLanguage, LinkMailWords>,
  language: MailLanguage,
  name: string,
  link: string,
): { subject: string; text: string; html: string } {
  const w = words[language];
  return {
    subject: w.subject,
    text: `${w.hello(name)}\n\n${w.lead}\n\n${link}\n\n${w.ends}\n${w.ignore}\n\nKith\n`,
    html: `<!doctype html><html lang="${language}"><body style="font-family:sans-serif;line-height:1.5;max-width:32rem;margin:2rem auto;padding:0 1rem">
<p>${w.hello(name)}</p><p>${w.lead}</p>
<p><a href="${link}" style="display:inline-block;padding:.75rem 1.25rem;border-radius:2rem;background:#8a2f6b;color:#fff;text-decoration:none">${w.button}</a></p>
<p>${w.ends}<br>${w.ignore}</p><p>Kith</p></body></html>`,
  };
}
