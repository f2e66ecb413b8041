import { readFileSync } from 'node:fs';
import { minifySync, type Plugin, type Rolldown } from 'vite';
import { homeInput } from '../src/features/home/homeFeed.ts';
import { feedSizes, tileSizes } from '../src/features/posts/pictureSizes.ts';
import { userPostsInput } from '../src/features/profile/userPosts.ts';

const first = { direction: 'forward' };
/** Stands for the viewer's number, which only start.js knows. */
const viewer = -1;
const address = (path: string, input?: object) =>
  `/trpc/${path}${input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''}`;

/** What the client asks for at the start of a screen, letter for letter. */
const asks = {
  all: address('auth.session'),
  home: address('feed.home', { ...homeInput, ...first }),
  account: address('posts.byUser', { ...userPostsInput(viewer), ...first }),
};

/** The pictures that each screen begins with. */
const pictures = { home: { count: 1, sizes: feedSizes }, account: { count: 3, sizes: tileSizes } };

/** A chunk and all that it imports at once, without what every page preloads. */
function withImports(bundle: Rolldown.OutputBundle, name: string, known = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (chunk?.type !== 'chunk' || chunk.isEntry || known.has(name)) return known;
  if (!/\/(?:main|core|rolldown-runtime)-/.test(name)) known.add(name);
  for (const each of chunk.imports) withImports(bundle, each, known);
  return known;
}

/** The scripts of each screen below the protected layout, by the first part of its path. */
function scriptsOf(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const named = (pattern: RegExp) =>
    chunks.flatMap((chunk) => {
      const found = pattern.exec(chunk.facadeModuleId ?? '');
      return found ? [{ screen: found[1] ?? '', name: chunk.fileName }] : [];
    });
  const common = named(/src\/(?:lib\/(?:session|trpc)\.ts|routes\/_app\.tsx)/);
  return Object.fromEntries(
    named(/src\/routes\/_app\/(\w+)[^/]*\.tsx/).map(({ screen, name }) => [
      screen,
      [...new Set([...common.map((each) => each.name), name].flatMap((each) => [...withImports(bundle, each)]))].map(
        (file) => `/${file}`,
      ),
    ]),
  );
}

/** The words of each language. */
const wordsOf = (bundle: Rolldown.OutputBundle): Record<string, string> =>
  Object.fromEntries(
    Object.keys(bundle).flatMap((file) => {
      const language = /^assets\/([a-z]{2})-[^/]+\.json$/.exec(file)?.[1];
      return language ? [[language, `/${file}`]] : [];
    }),
  );

/**
 * Puts start.js into the page itself, for it would cost a round trip, with what can be fetched beside the first script: the
 * words, and what a returning member's screen is made of. The server names its hash in the policy of the page.
 */
export const ahead: Plugin = {
  name: 'ahead',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const { code } = minifySync('start.js', readFileSync(new URL('start.js', import.meta.url), 'utf8'));
      const known = bundle && { words: wordsOf(bundle), scripts: scriptsOf(bundle), asks, pictures };
      const attribute = known ? ` data-ahead='${JSON.stringify(known).replaceAll("'", '&#39;')}'` : '';
      return html.replace('<!-- start.js -->', () => `<script${attribute}>${code.trim()}</script>`);
    },
  },
};
