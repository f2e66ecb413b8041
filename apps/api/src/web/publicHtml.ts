import { type PostView, textParts, type UserSummary } from '@kith/contracts';
import { escapeHtml, type PublicAuthor } from '@kith/domain';

const words = {
  en: {
    ...{ on: 'on Kith', logIn: 'Log in', likes: 'Likes', comments: 'Comments', posts: 'Posts', none: 'No posts yet' },
    verified: 'Verified: this page links back to the profile',
  },
  es: {
    ...{ on: 'en Kith', logIn: 'Iniciar sesión', likes: 'Me gusta', comments: 'Comentarios', posts: 'Publicaciones' },
    none: 'Todavía no hay publicaciones',
    verified: 'Verificado: esta página enlaza con el perfil',
  },
  pl: {
    ...{ on: 'na Kith', logIn: 'Zaloguj się', likes: 'Polubienia', comments: 'Komentarze', posts: 'Posty' },
    none: 'Nie ma jeszcze postów',
    verified: 'Zweryfikowano: ta strona prowadzi do profilu',
  },
};
export type PageLanguage = keyof typeof words;

/** The first language of `accept-language` that Kith supports, ignoring weights; otherwise English. */
export const languageOf = (accepted: string | undefined): PageLanguage =>
  ((accepted ?? '').toLowerCase().match(/\b(?:en|es|pl)\b/)?.[0] as PageLanguage | undefined) ?? 'en';

const link = (href: string, text: string, rel = ''): string =>
  `<a href="${escapeHtml(href)}"${rel && ` rel="${rel}"`}>${escapeHtml(text)}</a>`;

/** A member's text with URLs and mentions as links; hashtags are plain, because their page needs a session. */
export const withLinks = (text: string, origin = ''): string =>
  textParts(text)
    .map((part) => {
      if (part.kind === 'url') return link(part.href, part.text, 'nofollow ugc noopener');
      return part.kind === 'mention' ? link(`${origin}/user/${part.name}`, part.text) : escapeHtml(part.text);
    })
    .join('');

/** Shortens a text to one line of at most `maxLength` characters. */
export function shortened(text: string, maxLength: number): string {
  const line = [...text.replace(/\s+/g, ' ').trim()];
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).join('')}…` : line.join('');
}

/** The origin of the server, and the language of a rendered page. */
export interface Site {
  origin: string;
  language: PageLanguage;
}

interface Head {
  title: string;
  description: string;
  path: string;
  picture: string | null;
  author: PublicAuthor;
  type: 'article' | 'profile';
}

function page(site: Site, { title, description, path, picture, author, type }: Head, body: string): string {
  const say = words[site.language];
  const address = site.origin + path;
  const graph = {
    'og:site_name': 'Kith',
    'og:type': type,
    'og:title': title,
    'og:description': description,
    'og:url': address,
    ...(picture && { 'og:image': new URL(picture, site.origin).href }),
  };
  const embed = `${site.origin}/oembed?url=${encodeURIComponent(address)}`;
  return `<!doctype html>
<html lang="${site.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
${author.listed ? '' : '<meta name="robots" content="noindex">\n'}<link rel="canonical" href="${escapeHtml(address)}">
<link rel="alternate" type="application/atom+xml" href="${escapeHtml(`${site.origin}/user/${author.userName}/feed.xml`)}">
<link rel="alternate" type="application/json+oembed" href="${escapeHtml(embed)}">
<link rel="stylesheet" href="/public.css">
<link rel="icon" href="/favicon.ico">
${Object.entries(graph)
  .map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`)
  .join('\n')}
<meta name="twitter:card" content="${picture && type === 'article' ? 'summary_large_image' : 'summary'}">
</head>
<body>
<header><a href="/login" class="mark">Kith</a><a href="${escapeHtml(path)}?login" class="log-in">${say.logIn}</a></header>
<main>
${body}
</main>
</body>
</html>
`;
}

const avatar = ({ profilePicture }: { profilePicture: string | null }, size: number): string =>
  profilePicture
    ? `<img class="avatar" src="${escapeHtml(profilePicture)}" alt="" width="${size}" height="${size}">`
    : '';

export const nameOf = ({ displayName, userName }: Pick<UserSummary, 'displayName' | 'userName'>): string =>
  displayName ?? userName;

/** A link to a member's page: the display name with the user name beside it, or the user name alone. */
const names = (user: UserSummary): string => {
  const at = user.displayName === null ? '' : ` <span class="user-name">@${user.userName}</span>`;
  return `<bdi>${link(`/user/${user.userName}`, nameOf(user))}</bdi>${at}`;
};

const date = (site: Site, time: string): string =>
  `<time datetime="${time}">${new Intl.DateTimeFormat(site.language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time))}</time>`;

function article(site: Site, post: PostView): string {
  const say = words[site.language];
  const pictures = post.images.flatMap(({ imageUrl, alt, width, height }) =>
    imageUrl
      ? [
          `<img src="${escapeHtml(imageUrl)}" alt="${escapeHtml(alt ?? '')}" width="${width}" height="${height}" loading="lazy">`,
        ]
      : [],
  );
  return `<article>
<header>${avatar(post.user, 40)}<p>${names(post.user)}<br>
<a href="/post/${post.postId}">${date(site, post.createdAt)}</a>${post.location ? ` · <span dir="auto">${escapeHtml(post.location)}</span>` : ''}</p></header>
${pictures.join('\n')}
<p class="words" dir="auto">${withLinks(post.caption)}</p>
<footer>${say.likes}: ${post.likesCount} · ${say.comments}: ${post.commentsCount}</footer>
</article>`;
}

export function postPage(site: Site, author: PublicAuthor, post: PostView): string {
  const { profilePicture } = author;
  const description = shortened(post.caption, 200);
  const title = `${nameOf(author)} ${words[site.language].on}${description && `: ${shortened(post.caption, 60)}`}`;
  const picture = post.imageUrl ?? profilePicture;
  const path = `/post/${post.postId}`;
  return page(site, { title, description, path, picture, author, type: 'article' }, article(site, post));
}

/** The links of a profile; a verified one has a check mark. */
const linkList = (site: Site, links: PublicAuthor['links']): string => {
  const mark = `<span role="img" aria-label="${words[site.language].verified}">✓</span>`;
  const rows = links.map(({ url, verified }) => {
    const shown = url.replace(/^https:\/\/|\/$/g, '');
    return `<li>${link(url, shown, 'me nofollow noopener')}${verified ? ` ${mark}` : ''}</li>`;
  });
  return rows.length > 0 ? `\n<ul class="links">${rows.join('')}</ul>` : '';
};

export function profilePage(site: Site, author: PublicAuthor, posts: PostView[]): string {
  const { userName, bio, links, profilePicture: picture } = author;
  const say = words[site.language];
  const title = `${nameOf(author)} ${say.on}`;
  const body = `<section class="member">${avatar(author, 96)}<div><h1 dir="auto">${escapeHtml(nameOf(author))}</h1>${author.displayName === null ? '' : `<p class="user-name">@${userName}</p>`}
<p class="words" dir="auto">${withLinks(bio)}</p>${linkList(site, links)}</div></section>
<h2>${say.posts}</h2>
${posts.map((post) => article(site, post)).join('\n') || `<p>${say.none}</p>`}`;
  const description = shortened(bio, 200);
  return page(site, { title, description, path: `/user/${userName}`, picture, author, type: 'profile' }, body);
}
