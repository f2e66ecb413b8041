import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import {
  escapeHtml,
  listPublicMembers,
  Refusal,
  readLastServerSettings,
  readPublicPost,
  readPublicProfile,
  readServerSettings,
} from '@kith/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Deps } from '../deps.ts';
import { limitPerAddress, rateLimitAddress } from '../request/address.ts';
import { credential } from '../request/cookies.ts';
import { postHtml, profileHtml } from './publicHtml.ts';
import { nameOf, shortened, withLinks } from './publicParts.ts';
import { languageOf, type Site } from './publicWords.ts';

/**
 * How long this process and shared caches keep a page, in milliseconds: a page whose content was deleted or made private
 * disappears within a minute.
 */
const cacheMs = 20_000;

/** The maximum size of all cached pages, in characters; a page of twenty long posts has a few hundred thousand. */
const maxCharacters = 16_000_000;

export interface PublicPages {
  /** Sends the public page of a path; false if there is none, or if the reader has a session. */
  answer(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply | false>;
}

const profilePath = /^\/user\/([A-Za-z0-9_.-]{3,20})\/?$/;
const postPath = /^\/post\/([1-9]\d{0,14})\/?$/;

/** Characters that XML forbids, even escaped. */
const notXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** An Atom feed of a member's newest public posts. */
async function atom({ domain, settings }: Deps, name: string): Promise<string> {
  const { author, posts } = await readPublicProfile(domain, name);
  const { publicUrl } = settings;
  const { name: server } = await readLastServerSettings(domain);
  // The library is loaded at first use, because public pages are off on most servers.
  const { Feed } = await import('feed');
  const link = `${publicUrl}/user/${author.userName}`;
  const feed = new Feed({
    ...{ id: link, link, title: `${nameOf(author)} on ${server}`, description: author.bio, copyright: nameOf(author) },
    feedLinks: { atom: `${link}/feed.xml` },
    author: { name: nameOf(author), link },
    ...(posts[0] && { updated: new Date(posts[0].createdAt) }),
  });
  for (const { postId, caption, createdAt, images } of posts) {
    const at = `${publicUrl}/post/${postId}`;
    const pictures = images.flatMap(({ imageUrl, alt }) =>
      imageUrl ? [`<p><img src="${new URL(imageUrl, publicUrl)}" alt="${escapeHtml(alt ?? '')}"></p>`] : [],
    );
    const content = `${pictures.join('')}<p>${withLinks(caption, publicUrl)}</p>`;
    feed.addItem({
      id: at,
      link: at,
      title: escapeHtml(shortened(caption, 80)) || at,
      date: new Date(createdAt),
      content,
    });
  }
  return feed.atom1().replace(notXml, '');
}

/** Answers an oEmbed request (https://oembed.com), with which apps show previews of links. */
async function oembed({ domain, settings }: Deps, url: string): Promise<string> {
  const { publicUrl } = settings;
  const path = url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : '';
  const [, postId] = postPath.exec(path) ?? [];
  const [, userName] = profilePath.exec(path) ?? [];
  if (postId === undefined && userName === undefined) throw new Refusal('not-found');
  const { author, post } = postId
    ? await readPublicPost(domain, Number(postId))
    : { ...(await readPublicProfile(domain, userName ?? '')), post: null };
  const [first] = post?.images ?? [];
  return JSON.stringify({
    ...{
      version: '1.0',
      type: 'link',
      provider_name: (await readLastServerSettings(domain)).name,
      provider_url: publicUrl,
    },
    title: post ? shortened(post.caption, 200) : nameOf(author),
    author_name: nameOf(author),
    author_url: `${publicUrl}/user/${author.userName}`,
    ...(first?.imageUrl && {
      ...{ thumbnail_url: new URL(first.imageUrl, publicUrl).href },
      ...{ thumbnail_width: first.width, thumbnail_height: first.height },
    }),
  });
}

const sitemap = async ({ domain, settings }: Deps): Promise<string> =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...(await listPublicMembers(domain)).map((name) => `<url><loc>${settings.publicUrl}/user/${name}</loc></url>`),
    '</urlset>',
  ].join('\n');

/** The paths of the fonts of the built web app, the one for further Latin letters last. */
const fontsIn = (dist: string): string[] => {
  const files = existsSync(`${dist}assets`) ? readdirSync(`${dist}assets`) : [];
  return ['figtree-latin-wght', 'figtree-latin-ext-wght'].flatMap((name) =>
    files.filter((file) => file.startsWith(name) && file.endsWith('.woff2')).map((file) => `/assets/${file}`),
  );
};

/**
 * Serves public content without a session, cookies or scripts while the server has public pages. `dist` is the folder of the built web app,
 * which has the fonts and the stylesheet.
 */
export function servePublicPages(app: FastifyInstance, deps: Deps, dist: string): PublicPages {
  const { domain, settings } = deps;
  const common = { origin: settings.publicUrl, fonts: fontsIn(dist) };
  const cache = new LRUCache<string, { body: string; type: string; etag: string }>({
    maxSize: maxCharacters,
    sizeCalculation: ({ body }, name) => name.length + body.length,
    ttl: cacheMs,
  });

  /**
   * Sends the cached page of this name. If there is none, renders the page, which the rate limit of the IP address counts as a
   * call. Throws `not-found`, `rate-limited`.
   */
  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    type: string,
    make: () => Promise<string>,
  ) {
    let page = cache.get(name);
    if (!page) {
      await limitPerAddress(deps)(request);
      const body = await make();
      const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      page = { body, type, etag };
      cache.set(name, page);
    }
    const seconds = Math.max(1, Math.ceil(cache.getRemainingTTL(name) / 1_000));
    reply.headers({
      'cache-control': `public, max-age=0, s-maxage=${seconds}`,
      etag: page.etag,
      vary: 'accept, accept-encoding, accept-language, authorization, cookie',
    });
    return request.headers['if-none-match'] === page.etag
      ? reply.code(304).send()
      : reply.type(page.type).send(page.body);
  }

  const isOff = async () => !(await readServerSettings(domain)).publicPages;

  app.get<{ Params: { name: string } }>('/user/:name/feed.xml', async (request, reply) => {
    if (await isOff()) return reply.callNotFound();
    const { name } = request.params;
    return send(request, reply, `atom/${name.toLowerCase()}`, 'application/atom+xml; charset=utf-8', () =>
      atom(deps, name),
    );
  });
  app.get<{ Querystring: { url?: string } }>('/oembed', async (request, reply) => {
    if (await isOff()) return reply.callNotFound();
    const url = String(request.query.url ?? '').slice(0, 500);
    return send(request, reply, `oembed/${url}`, 'application/json; charset=utf-8', () => oembed(deps, url));
  });
  app.get('/sitemap.xml', async (request, reply) => {
    if (await isOff()) return reply.callNotFound();
    return send(request, reply, 'sitemap', 'application/xml; charset=utf-8', () => sitemap(deps));
  });

  return {
    async answer(request, reply, path) {
      const [, postId] = postPath.exec(path) ?? [];
      const [, userName] = profilePath.exec(path) ?? [];
      // A URL with a query such as `?login` is served by the web app, which opens the log-in page and then returns to this
      // path.
      if ((postId === undefined && userName === undefined) || request.url.includes('?')) return false;
      const server = await readLastServerSettings(domain);
      if (!server.publicPages) return false;
      const given = credential(deps, request);
      if (given !== undefined && (await deps.sessions.resolve(given, rateLimitAddress(request.ip)))) return false;
      const site: Site = {
        ...common,
        server,
        open: server.signUp === 'open',
        language: languageOf(request.headers['accept-language']),
      };
      const page = postId ? `post/${postId}` : `user/${userName?.toLowerCase()}`;
      const name = `${site.open ? 'open' : 'closed'}/${page}`;
      const make = async () => {
        if (postId) {
          const { author, post } = await readPublicPost(domain, Number(postId));
          return postHtml(site, author, post);
        }
        const { author, posts } = await readPublicProfile(domain, userName ?? '');
        return profileHtml(site, author, posts);
      };
      return send(request, reply, `${site.language}/${name}`, 'text/html; charset=utf-8', make).catch(
        (error: unknown) => {
          if (error instanceof Refusal && error.code === 'not-found') return false as const;
          throw error;
        },
      );
    },
  };
}
