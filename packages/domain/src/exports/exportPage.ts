import { type ExportedRow, exportLists } from '@kith/db';
import type { Context } from '../context.ts';
import { escapeHtml } from '../html.ts';
import { type Language, translate } from '../i18n/translate.ts';
import { readServerSettings } from '../server/serverSettings.ts';

/** The user's account as it is exported, without its secrets. */
export interface Profile extends ExportedRow {
  userName: string;
  displayName: string | null;
  language: Language;
  /** The path of the profile picture in the archive. */
  picture: string | null;
}

// The CSP blocks scripts that a text might contain.
const policy = `script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'`;
const style = `body{font:1rem/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
li{margin:0 0 1rem;overflow-wrap:anywhere}p{margin:.25rem 0;white-space:pre-wrap}img,video{max-width:100%;height:auto}small{opacity:.7}`;

interface ExportedPicture {
  file: string;
  alt: string | null;
  poster?: string;
}

/** The HTML of a picture, a video or a voice message. */
function mediaOf({ file, alt, poster }: ExportedPicture): string {
  const [src, label] = [escapeHtml(file), escapeHtml(alt ?? '')];
  if (poster)
    return `<video src="${src}" poster="${escapeHtml(poster)}" aria-label="${label}" controls preload="none"></video>`;
  if (!file.endsWith('.webp')) return `<audio src="${src}" controls preload="none"></audio>`;
  return `<img src="${src}" alt="${label}" loading="lazy">`;
}

/**
 * The HTML of one row of a list: the time, the other member and the texts. Each text is isolated, because its writing direction
 * may differ.
 */
function item(row: ExportedRow, language: Language): string {
  const { createdAt, userName, displayName, sent, kind, pictures, event, ...rest } = row;
  const { startsAt, place } = (event ?? {}) as { startsAt?: string; place?: string | null };
  const small = [
    createdAt,
    kind,
    startsAt,
    place,
    sent === undefined ? null : translate(language, sent ? 'export.sent' : 'export.got'),
    'userName' in row ? (displayName ?? userName ?? translate(language, 'export.gone')) : null,
    displayName ? `@${userName}` : null,
  ]
    .filter((part) => part != null)
    .map((part) => `<bdi>${escapeHtml(part)}</bdi>`);
  const texts = ['caption', 'content', 'emoji', 'answer', 'option', 'location', 'device', 'name', 'scopes']
    .filter((name) => rest[name])
    .map((name) => `<p dir="auto">${escapeHtml(rest[name])}</p>`);
  const images = ((pictures ?? []) as ExportedPicture[]).map(mediaOf);
  return `<li><small>${small.join(' · ')}</small>${images.join('')}${texts.join('')}</li>\n`;
}

/** An HTML page with all exported data, in the user's language, without scripts. */
export async function* exportPage(ctx: Context, userId: number, profile: Profile): AsyncGenerator<string> {
  const { language, userName, displayName, email, bio, picture, createdAt } = profile;
  const { name: server } = await readServerSettings(ctx);
  const said = (key: string) => translate(language, `export.${key}`);
  const title = escapeHtml(translate(language, 'export.title', { server }));
  yield `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" content="${policy}">
<style>${style}</style></head><body>\n<h1>${title}</h1><p>${said('lead')}</p>
${picture ? `<img src="${escapeHtml(picture)}" alt="" width="128" height="128">` : ''}<p><strong><bdi>${escapeHtml(displayName ?? userName)}</bdi></strong>${displayName ? ` @${escapeHtml(userName)}` : ''}
${escapeHtml(email)} <small>${escapeHtml(createdAt)}</small></p><p dir="auto">${escapeHtml(bio)}</p>\n`;
  for (const [name, list] of Object.entries(exportLists)) {
    yield `<h2>${said(`lists.${name}`)}</h2>\n<ul>\n`;
    let rows = 0;
    for await (const row of ctx.db.stream(list, [userId])) {
      rows += 1;
      yield item(row, language);
    }
    yield rows === 0 ? `</ul><p>${said('none')}</p>\n` : '</ul>\n';
  }
  yield '</body></html>\n';
}
