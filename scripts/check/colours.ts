import { isTest, type Problem, pick, type Sources } from './sources.ts';

const named =
  '(?:(?:light|dark|medium|pale|deep|hot|sky|steel|slate|sea|rebecca)*(?:black|white|gr[ae]y|silver|red|tomato|crimson|maroon|pink|orange|gold|' +
  'yellow|brown|green|lime|teal|cyan|aqua|blue|navy|indigo|violet|purple|magenta))';

const raw = [
  /(?<![\w&/])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b/i,
  /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/i,
  new RegExp(`-\\[(?:color:)?${named}\\]`),
  // A declaration, a property or an attribute, whose value may name other things before the colour.
  new RegExp(
    `(?:colou?r|fill|stroke|background|outline|border|shadow)[\\w-]*['"]?\\s*[:=][^;,]*(?<![\\w-])${named}(?![\\w-])`,
    'i',
  ),
];

/**
 * Finds raw colours in the web app outside apps/web/src/theme, where only the semantic names of the theme are allowed. Tailwind's
 * own palette needs no rule: the theme removes it.
 */
export const checkColours = (sources: Sources): Problem[] =>
  pick(sources, /^apps\/web\/src\/(?!theme\/).*\.(ts|tsx|css)$/)
    .filter(([path]) => !isTest(path))
    .flatMap(([path, source]) =>
      source
        .split('\n')
        .flatMap((line, index) =>
          raw.some((pattern) => pattern.test(line)) ? [`${path}:${index + 1} names a colour: ${line.trim()}`] : [],
        ),
    );
