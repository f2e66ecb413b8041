import { isTest, type Problem, pick, type Sources } from './sources.ts';

const words =
  'aqua|azure|beige|bisque|black|blue|brown|chocolate|coral|cornsilk|crimson|cyan|fuchsia|gainsboro|gold|goldenrod|gr[ae]y|green|honeydew|' +
  'indigo|ivory|khaki|lavender|lime|linen|magenta|maroon|navy|olive|orange|orchid|peru|pink|plum|purple|red|salmon|seashell|sienna|silver|' +
  'snow|tan|teal|thistle|tomato|turquoise|violet|wheat|white|yellow';
const named = `(?:(?:light|dark|medium|pale|deep|hot|dim|sky|royal|steel|slate|forest|sea|spring|midnight|rosy|sandy|alice|ghost|floral|antique|rebecca)*(?:${words}))`;
const property = '(?:color|colour|fill|stroke|background|outline|border|shadow|caret|accent|tint)';
const palette =
  'slate|gray|zinc|neutral|stone|mauve|olive|mist|taupe|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose';
const utility =
  '(?:bg|text|border|ring|fill|stroke|from|via|to|outline|decoration|accent|caret|divide|placeholder|shadow|inset-shadow|drop-shadow|ring-offset|inset-ring)(?:-[trblxyse])?';

const raw: [RegExp, string][] = [
  [/(?<![\w&/])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b/i, 'a hex colour'],
  [/\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/i, 'a colour function'],
  [/\bcolor\(\s*(?:srgb|display-p3|a98-rgb|prophoto-rgb|rec2020|xyz)/i, 'a colour function'],
  [new RegExp(`(?<![\\w-])${utility}-(?:${palette})-(?:50|[1-9]00|950)\\b`), "a colour of Tailwind's palette"],
  [new RegExp(`(?<![\\w-])${utility}-(?:white|black)\\b`), "a colour of Tailwind's palette"],
  [new RegExp(`-\\[(?:color:)?${named}\\]`), 'a named colour'],
  [
    new RegExp(
      `\\b[\\w-]*${property}[\\w-]*['"]?\\s*[:=]\\s*\\{?\\s*(?:['"\`][^'"\`]*)?(?<![\\w-])${named}(?![\\w-])`,
      'i',
    ),
    'a named colour',
  ],
];
const rawInCss = new RegExp(`^[^:]*${property}[\\w-]*\\s*:[^;]*(?<![\\w-])${named}(?![\\w-])`, 'i');

/** Finds raw colours in the web app outside apps/web/src/theme, where only the semantic names of the theme are allowed. */
export function checkColours(sources: Sources): Problem[] {
  return pick(sources, /^apps\/web\/src\/(?!theme\/).*\.(ts|tsx|css)$/)
    .filter(([path]) => !isTest(path))
    .flatMap(([path, source]) =>
      source.split('\n').flatMap((line, index) => {
        const kind =
          raw.find(([pattern]) => pattern.test(line))?.[1] ??
          (path.endsWith('.css') && rawInCss.test(line) && 'a named colour');
        return kind ? [`${path}:${index + 1} names ${kind}: ${line.trim()}`] : [];
      }),
    );
}
