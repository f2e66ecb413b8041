import type { PostView } from '@kith/contracts';
import { escapeHtml, type PublicAuthor } from '@kith/domain';
import { article, avatar, link, nameOf, shapes, shortened, square, withLinks } from './publicParts.ts';
import { type Site, wordsOf } from './publicWords.ts';

interface Head {
  title: string;
  description: string;
  path: string;
  picture: string | null;
  author: PublicAuthor;
  type: 'article' | 'profile';
}

/** Letters that are in the font for further Latin letters, such as ł and ő. */
const furtherLetters = /[\u0100-\u02ba\u1e00-\u1eff]/;

/** Fonts are loaded at once or not at all: one that arrives later would move the text. */
const preloads = ({ fonts }: Site, text: string): string =>
  fonts
    .slice(0, furtherLetters.test(text) ? 2 : 1)
    .map((font) => `<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin>\n`)
    .join('');

/** The server's picture or Kith's logo, and the server's name. */
const mark = ({ server: { name, pictureUrl } }: Site): string => {
  const picture = pictureUrl
    ? `<img src="${escapeHtml(pictureUrl)}" width="32" height="32" alt="">`
    : '<svg viewBox="0 0 32 24" aria-hidden="true"><circle cx="11" cy="12" r="9"/><circle cx="21" cy="12" r="9"/></svg>';
  return `${picture}<bdi>${escapeHtml(name)}</bdi>`;
};

function page(site: Site, { title, description, path, picture, author, type }: Head, body: string): string {
  const say = wordsOf(site);
  const address = site.origin + path;
  const graph = {
    'og:site_name': site.server.name,
    'og:type': type,
    'og:title': title,
    'og:description': description,
    'og:url': address,
    ...(picture && { 'og:image': new URL(picture, site.origin).href }),
  };
  const embed = `${site.origin}/oembed?url=${encodeURIComponent(address)}`;
  const join = site.open ? `<a href="/signup?next=${encodeURIComponent(path)}" class="join">${say.join}</a>` : '';
  return `<!doctype html>
<html lang="${site.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
<meta name="color-scheme" content="light dark">
${author.listed ? '' : '<meta name="robots" content="noindex">\n'}<link rel="canonical" href="${escapeHtml(address)}">
${preloads(site, site.server.name + say.logIn + join + body)}<link rel="stylesheet" href="/public.css">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="alternate" type="application/atom+xml" href="${escapeHtml(`${site.origin}/user/${author.userName}/feed.xml`)}">
<link rel="alternate" type="application/json+oembed" href="${escapeHtml(embed)}">
${Object.entries(graph)
  .map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`)
  .join('\n')}
<meta name="twitter:card" content="${picture && type === 'article' ? 'summary_large_image' : 'summary'}">
</head>
<body>
${shapes}
<header class="top"><a href="/login" class="mark">${mark(site)}</a><nav><a href="${escapeHtml(path)}?login">${say.logIn}</a>${join}</nav></header>
<main class="${type}">
${body}
</main>
</body>
</html>
`;
}

export function postHtml(site: Site, author: PublicAuthor, post: PostView): string {
  const { profilePicture } = author;
  const description = shortened(post.caption, 200);
  const heading = `${nameOf(author)} ${wordsOf(site).on}`;
  const title = description ? `${heading}: ${shortened(post.caption, 60)}` : heading;
  const picture = post.imageUrl ?? profilePicture;
  const path = `/post/${post.postId}`;
  const body = `<h1 class="hidden">${escapeHtml(heading)}</h1>\n${article(site, post)}`;
  return page(site, { title, description, path, picture, author, type: 'article' }, body);
}

/** The links of a profile; a verified one has a check mark. */
const linkList = (site: Site, links: PublicAuthor['links']): string => {
  const mark = `<span role="img" aria-label="${wordsOf(site).verified}">✓</span>`;
  const rows = links.map(({ url, verified }) => {
    const shown = url.replace(/^https:\/\/|\/$/g, '');
    return `<li>${link(url, shown, 'me nofollow noopener')}${verified ? ` ${mark}` : ''}</li>`;
  });
  return rows.length > 0 ? `\n<ul class="links">${rows.join('')}</ul>` : '';
};

export function profileHtml(site: Site, author: PublicAuthor, posts: PostView[]): string {
  const { userName, bio, links, profilePicture: picture } = author;
  const say = wordsOf(site);
  const title = `${nameOf(author)} ${say.on}`;
  const squares = posts.map((post) => square(site, post)).join('\n');
  const body = `<section class="member">${avatar(author, 144)}<div><h1 dir="auto">${escapeHtml(nameOf(author))}</h1>${author.displayName === null ? '' : `<p class="user-name">@${userName}</p>`}
<p class="words" dir="auto">${withLinks(bio)}</p>${linkList(site, links)}</div></section>
<h2 class="hidden">${say.posts}</h2>
${squares ? `<ul class="grid">\n${squares}\n</ul>` : `<p class="none">${say.none}</p>`}`;
  const description = shortened(bio, 200);
  return page(site, { title, description, path: `/user/${userName}`, picture, author, type: 'profile' }, body);
}
