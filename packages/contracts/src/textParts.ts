import { maxLengths, minUserNameLength } from './lengths.ts';

/** A part of a text as written, with its link target if it has one. All parts joined are the text. */
export type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'url'; text: string; href: string }
  | { kind: 'mention'; text: string; name: string }
  | { kind: 'tag'; text: string; tag: string };

/** Top-level domains for which a host without https:// and without a path, such as `example.org`, becomes a link. */
const plausible = new Set(
  (
    'com org net edu gov int info biz dev app io art blog cloud online page shop site social store team tech wiki xyz ' +
    'ar at au bg br ca ch cl co cz de dk ee es eu fi fr gr hr hu ie jp kr lt lu lv mx nl nz pe pl pt ro rs ru se si sk tr ua uk us uy ve za'
  ).split(' '),
);

// A URL contains neither format characters, which could change the reading direction, nor quotation marks.
const inUrl = '[^\\s\\p{Cc}\\p{Cf}<>"“”„«»]';
const inWord = '\\p{L}\\p{N}\\p{M}_';
const inTag = `(?:(?!\\uFE0F)[\\p{L}\\p{N}\\p{Mn}\\p{Mc}_])`;

const candidates = new RegExp(
  // No URL, mention or tag directly follows a word. The pattern checks this once, before the alternatives, because each large
  // class of characters is slow to compile.
  `(?<![${inWord}])(?:${[
    `(?<url>[hH][tT][tT][pP][sS]?://${inUrl}+)`,
    // No part of an e-mail address becomes a link: no @ may touch a bare host, and no word may directly precede an @name.
    `(?<bare>(?<![@/\\\\.:#-])(?:[\\p{L}\\p{N}\\p{M}-]+\\.)+(?<top>[a-z]{2,})(?![${inWord}@-])(?::\\d{1,5}(?!\\d))?(?:[/?#]${inUrl}*)?)`,
    `(?<![@#/.-])@(?<name>[A-Za-z0-9_.-]*[A-Za-z0-9_])(?![.-]*[${inWord}@])`,
    `(?<![@#&/])#(?<tag>[\\p{L}\\p{N}_]${inTag}*)(?!\\uFE0F)`,
  ].join('|')})`,
  'gu',
);

/**
 * A quick check that matches every text in which `candidates` would find something. Most texts contain nothing of that kind, and
 * `candidates` is slow to compile.
 */
const hasCandidates = /[@#]|\.[a-z]|:\/\//;

const closing: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** A URL without the punctuation after it; a closing bracket is kept if it was opened within the URL. */
function trimmed(url: string): string {
  let end = url.length;
  for (; end > 0; end -= 1) {
    const last = url.charAt(end - 1);
    const opened = closing[last];
    const kept = url.slice(0, end);
    if (opened === undefined ? !/[.,;:!?'’‘…*~`]/.test(last) : kept.split(last).length <= kept.split(opened).length)
      break;
  }
  return url.slice(0, end);
}

/** The target of a URL as browsers parse it; null unless it is http or https, without a user name. */
function hrefOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, username, password, hostname, href } = new URL(url);
  return /^https?:$/.test(protocol) && !username && !password && hostname ? href : null;
}

const maxTagLength = 100;

function partOf({ url, bare, top, name, tag }: Record<string, string | undefined>): TextPart | null {
  if (url !== undefined) {
    const text = trimmed(url);
    const href = hrefOf(text);
    return href === null ? null : { kind: 'url', text, href };
  }
  if (bare !== undefined && top !== undefined) {
    const text = trimmed(bare);
    const leads = plausible.has(top) || text.startsWith('www.') || (top.length === 2 && text.includes('/'));
    const href = leads ? hrefOf(`https://${text}`) : null;
    return href === null ? null : { kind: 'url', text, href };
  }
  if (name !== undefined) {
    const fits = name.length >= minUserNameLength && name.length <= maxLengths.userName;
    return fits ? { kind: 'mention', text: `@${name}`, name } : null;
  }
  if (tag === undefined || /^\p{N}+$/u.test(tag) || [...tag].length > maxTagLength) return null;
  return { kind: 'tag', text: `#${tag}`, tag };
}

/** Splits a text at its URLs, @mentions and #tags, in order; the text between them is not split further. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  if (!hasCandidates.test(text)) return text ? [{ kind: 'text', text }] : parts;
  let done = 0;
  candidates.lastIndex = 0;
  for (let found = candidates.exec(text); found; found = candidates.exec(text)) {
    const part = partOf(found.groups ?? {});
    if (!part) {
      // The match does not become a link, but a mention or a tag may begin within it, so the search continues at its second
      // character.
      candidates.lastIndex = found.index + 1;
      continue;
    }
    if (found.index > done) parts.push({ kind: 'text', text: text.slice(done, found.index) });
    parts.push(part);
    done = found.index + part.text.length;
    candidates.lastIndex = done;
  }
  if (done < text.length) parts.push({ kind: 'text', text: text.slice(done) });
  return parts;
}

const maxMentions = 20;

/**
 * The user names that a text mentions, in lower case, without duplicates, at most 20. A name may end in a dot or a hyphen, and so
 * may a sentence: then the list contains both readings.
 */
export function mentionedNames(text: string): string[] {
  const names = new Set<string>();
  const parts = textParts(text);
  for (const [i, part] of parts.entries()) {
    if (part.kind !== 'mention') continue;
    const next = parts[i + 1];
    const ending = /^[.-]*/.exec(next?.kind === 'text' ? next.text : '')?.[0] ?? '';
    for (const name of new Set([part.name + ending, part.name]))
      if (name.length <= maxLengths.userName && names.size < maxMentions) names.add(name.toLowerCase());
  }
  return [...names];
}
