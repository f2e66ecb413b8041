import { type ExportedRow, exportLists } from '@kith/db';
import type { Context } from '../context.ts';
import { escapeHtml } from '../html.ts';

type Language = 'en' | 'es' | 'pl';

/** The user's account as it is exported, without its secrets. */
export interface Profile extends ExportedRow {
  userName: string;
  language: Language;
  /** The path of the profile picture in the archive. */
  picture: string | null;
}

export type ListName = keyof typeof exportLists;

const titles: Record<Language, Record<ListName, string>> = {
  en: {
    posts: 'Posts',
    comments: 'Comments you wrote',
    likes: 'Posts you liked',
    saved: 'Posts you saved',
    likedComments: 'Comments you liked',
    following: 'People you follow',
    followers: 'People who follow you',
    asked: 'People you have asked to follow',
    blocked: 'People you have blocked',
    muted: 'People you have muted',
    closeFriends: 'Your close friends',
    groups: 'Groups you are in',
    messages: 'Messages',
    reactions: 'Your reactions to messages',
    notifications: 'Notifications',
    sessions: 'Where you are logged in',
    tokens: 'Programs you gave access to',
    webhooks: 'Addresses that are notified of what happens here',
    links: 'Links in your profile',
  },
  es: {
    posts: 'Publicaciones',
    comments: 'Comentarios que escribiste',
    likes: 'Publicaciones que te gustan',
    saved: 'Publicaciones guardadas',
    likedComments: 'Comentarios que te gustan',
    following: 'Personas a las que sigues',
    followers: 'Personas que te siguen',
    asked: 'Personas a las que has pedido seguir',
    blocked: 'Personas que has bloqueado',
    muted: 'Personas que has silenciado',
    closeFriends: 'Tus mejores amigos',
    groups: 'Grupos en los que estás',
    messages: 'Mensajes',
    reactions: 'Tus reacciones a mensajes',
    notifications: 'Notificaciones',
    sessions: 'Dónde has iniciado sesión',
    tokens: 'Programas a los que diste acceso',
    webhooks: 'Direcciones que reciben avisos de lo que pasa aquí',
    links: 'Enlaces de tu perfil',
  },
  pl: {
    posts: 'Posty',
    comments: 'Twoje komentarze',
    likes: 'Posty, które lubisz',
    saved: 'Zapisane posty',
    likedComments: 'Komentarze, które lubisz',
    following: 'Osoby, które obserwujesz',
    followers: 'Osoby, które Cię obserwują',
    asked: 'Osoby, które prosisz o zgodę na obserwowanie',
    blocked: 'Osoby, które blokujesz',
    muted: 'Osoby, które wyciszasz',
    closeFriends: 'Twoi bliscy znajomi',
    groups: 'Twoje grupy',
    messages: 'Wiadomości',
    reactions: 'Twoje reakcje na wiadomości',
    notifications: 'Powiadomienia',
    sessions: 'Gdzie jesteś zalogowany(-a)',
    tokens: 'Programy, którym dano dostęp',
    webhooks: 'Adresy, które dostają powiadomienia',
    links: 'Linki w twoim profilu',
  },
};

const words: Record<Language, { title: string; lead: string; none: string; gone: string; sent: string; got: string }> =
  {
    en: {
      title: 'Your data from Kith',
      lead: 'This page shows everything that the .json files beside it hold. Times are in UTC.',
      none: 'Nothing here.',
      gone: 'Deleted user',
      sent: 'sent to',
      got: 'received from',
    },
    es: {
      title: 'Tus datos de Kith',
      lead: 'Esta página muestra todo lo que contienen los archivos .json que la acompañan. Las horas están en UTC.',
      none: 'Aquí no hay nada.',
      gone: 'Usuario eliminado',
      sent: 'enviado a',
      got: 'recibido de',
    },
    pl: {
      title: 'Twoje dane z Kith',
      lead: 'Ta strona pokazuje wszystko, co zawierają pliki .json obok niej. Godziny są w UTC.',
      none: 'Nic tu nie ma.',
      gone: 'Usunięty użytkownik',
      sent: 'wysłano do',
      got: 'otrzymano od',
    },
  };

// The CSP blocks scripts that a text might contain.
const policy = `script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'`;
const style = `body{font:1rem/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
li{margin:0 0 1rem;overflow-wrap:anywhere}p{margin:.25rem 0;white-space:pre-wrap}img{max-width:100%;height:auto}small{opacity:.7}`;

/**
 * The HTML of one row of a list: the time, the other member and the texts. Each text is isolated, because its writing direction
 * may differ.
 */
function item(row: ExportedRow, language: Language): string {
  const w = words[language];
  const { createdAt, userName, sent, kind, pictures, ...rest } = row;
  const small = [
    createdAt,
    kind,
    sent === undefined ? null : sent ? w.sent : w.got,
    'userName' in row ? (userName ?? w.gone) : null,
  ]
    .filter((part) => part != null)
    .map((part) => `<bdi>${escapeHtml(part)}</bdi>`);
  const texts = ['caption', 'content', 'emoji', 'location', 'device', 'name', 'scopes']
    .filter((name) => rest[name])
    .map((name) => `<p dir="auto">${escapeHtml(rest[name])}</p>`);
  const images = ((pictures ?? []) as { file: string; alt: string | null }[]).map(
    ({ file, alt }) => `<img src="${escapeHtml(file)}" alt="${escapeHtml(alt ?? '')}" loading="lazy">`,
  );
  return `<li><small>${small.join(' · ')}</small>${images.join('')}${texts.join('')}</li>\n`;
}

/** An HTML page with all exported data, in the user's language, without scripts. */
export async function* pageOf(ctx: Context, userId: number, profile: Profile): AsyncGenerator<string> {
  const { language, userName, email, bio, picture, createdAt } = profile;
  const w = words[language];
  yield `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8"><title>${w.title}</title>
<meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" content="${policy}">
<style>${style}</style></head><body>\n<h1>${w.title}</h1><p>${w.lead}</p>
${picture ? `<img src="${escapeHtml(picture)}" alt="" width="128" height="128">` : ''}<p><strong>${escapeHtml(userName)}</strong>
${escapeHtml(email)} <small>${escapeHtml(createdAt)}</small></p><p dir="auto">${escapeHtml(bio)}</p>\n`;
  for (const [name, list] of Object.entries(exportLists)) {
    yield `<h2>${titles[language][name as ListName]}</h2>\n<ul>\n`;
    let rows = 0;
    for await (const row of ctx.db.stream(list, [userId])) {
      rows += 1;
      yield item(row, language);
    }
    yield rows === 0 ? `</ul><p>${w.none}</p>\n` : '</ul>\n';
  }
  yield '</body></html>\n';
}
