import type { Plugin, Rolldown } from 'vite';
import { bundled } from './bundled.ts';

const isCommon = (name: string) => /\/(?:bootstrap|core|rolldown-runtime)-/.test(name);

/** Returns the names of a chunk and of the chunks that it imports statically, without those that every page loads anyway. */
function withImports(bundle: Rolldown.OutputBundle, name: string, known = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (chunk?.type !== 'chunk' || chunk.isEntry || known.has(name)) return known;
  if (!isCommon(name)) known.add(name);
  for (const each of chunk.imports) withImports(bundle, each, known);
  return known;
}

/**
 * Returns the script files of the log-in page and of each screen for signed-in members. The screens are listed by the first
 * segment of their paths.
 */
function scriptsOf(bundle: Rolldown.OutputBundle): { login: string[]; scripts: Record<string, string[]> } {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const named = (pattern: RegExp) =>
    chunks.flatMap((chunk) => {
      const found = pattern.exec(chunk.facadeModuleId ?? '');
      return found ? [{ screen: found[1] ?? '', name: chunk.fileName }] : [];
    });
  const all = (names: string[]) => [
    ...new Set(names.flatMap((each) => [...withImports(bundle, each)].map((file) => `/${file}`))),
  ];
  const common = named(/src\/(?:lib\/(?:session|trpc|loadScreens)\.ts|routes\/_app\.tsx)/).map(({ name }) => name);
  const screens = named(/src\/routes\/_app\/(\w+)[^/]*\.tsx/);
  return {
    login: all(named(/src\/routes\/login\.tsx/).map(({ name }) => name)),
    scripts: Object.fromEntries(screens.map(({ screen, name }) => [screen, all([...common, name])])),
  };
}

/** Returns the address of each language's translation file. */
const wordsOf = (bundle: Rolldown.OutputBundle): Record<string, string> =>
  Object.fromEntries(
    Object.keys(bundle).flatMap((file) => {
      const language = /^assets\/([a-z]{2})-[^/]+\.json$/.exec(file)?.[1];
      return language ? [[language, `/${file}`]] : [];
    }),
  );

/**
 * Inlines two things into the page, because a separate file would cost a round trip: the start script, and the names of the
 * files that this script preloads. The server adds the inline script's hash to the CSP.
 */
export function ahead(): Plugin {
  let root = '';
  return {
    name: 'ahead',
    configResolved: (config) => {
      ({ root } = config);
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const code = await bundled(root, 'src/start/main.ts');
        const common = Object.keys(bundle ?? {}).filter((name) => name.endsWith('.js') && isCommon(name));
        const known = bundle && {
          words: wordsOf(bundle),
          common: common.map((name) => `/${name}`),
          ...scriptsOf(bundle),
        };
        const attribute = known ? ` data-ahead='${JSON.stringify(known).replaceAll("'", '&#39;')}'` : '';
        return html.replace('<!-- start -->', () => `<script${attribute}>${code.trim()}</script>`);
      },
    },
  };
}
