import { ServerSettings } from '@kith/db';
import type { Context } from './context.ts';
import { escapeHtml } from './html.ts';
import type { Language } from './i18n/translate.ts';
import type { Mail } from './ports.ts';
import { readServerSettings } from './server/serverSettings.ts';

/**
 * The HTML of a mail: `content`, which is HTML, above the server's name and picture. The picture is a part of the mail, because
 * mail programs load no pictures from elsewhere, and nobody learns when the mail is opened.
 */
export async function mailPage(
  ctx: Context,
  language: Language,
  content: string,
): Promise<Pick<Mail, 'html' | 'attachments'>> {
  const { name } = await readServerSettings(ctx);
  const row = await ctx.db.em().findOne(ServerSettings, { one: true });
  const file = row?.pictureKey ? await ctx.storage.read(`media/${row.pictureKey}/256.webp`) : null;
  const picture = file
    ? '<img src="cid:server" alt="" width="40" height="40" style="border-radius:20px;vertical-align:middle;margin-right:10px">'
    : '';
  return {
    html: `<!doctype html><html lang="${language}"><body style="font-family:sans-serif;line-height:1.5;max-width:32rem;margin:2rem auto;padding:0 1rem">
${content}
<p>${picture}${escapeHtml(name)}</p></body></html>`,
    attachments: file
      ? [
          {
            cid: 'server',
            filename: 'server.webp',
            contentType: 'image/webp',
            contentDisposition: 'inline',
            content: file,
          },
        ]
      : [],
  };
}
