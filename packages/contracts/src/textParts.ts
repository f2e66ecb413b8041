import { LinkifyIt } from 'linkify-it';
import { maxLengths, minUserNameLength } from './lengths.ts';

/** A part of a text as written, with its link target if it has one. All parts joined are the text. */
export type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'url'; text: string; href: string }
  | { kind: 'mention'; text: string; name: string }
  | { kind: 'tag'; text: string; tag: string };

/**
 * Top-level domains for which a host without https:// and without a path, such as `example.org`, becomes a link. Domains that
 * are words, such as `at` and `us`, are missing, because a forgotten space must not create a link.
 */
const plausibleTopLevelDomains = new Set(
  (
    'com org net edu gov int info biz dev app io art blog cloud online page shop site social store team tech wiki xyz ' +
    'ar au bg br ca ch cl co cz de dk ee es eu fi fr gr hr hu ie jp kr lt lu lv mx nl nz pe pl pt ro rs ru sk tr ua uk uy'
  ).split(' '),
);

/**
 * Matches a text that may contain a link, mention or tag. The patterns below are slow to compile, and most texts need none of
 * them.
 */
const hasCandidates = /[@#＃]|\.[a-z]|:\/\//i;

let linkify: LinkifyIt | undefined;

/** Finds URLs and e-mail addresses in time linear in the text's length. Hosts of any top-level domain are found, and judged here. */
const linkFinder = (): LinkifyIt => {
  linkify ??= new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, tlds: ['[a-z]{2,63}'] })
    .add('ftp:', null)
    .add('//', null);
  return linkify;
};

/** Quotation marks, full-width punctuation and characters that change the reading direction: none of them is part of a URL. */
const notInUrl = /[“”„«»…。、，．！？；：（）「」『』【】〈〉《》\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The target of a URL as browsers parse it; null unless it is http or https, without a user name. */
function hrefOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, username, password, hostname, href } = new URL(url);
  return /^https?:$/.test(protocol) && !username && !password && hostname ? href : null;
}

interface Found {
  start: number;
  end: number;
  /** Null for a text that looks like a link but is none, such as an e-mail address. It contains no mention or tag either. */
  part: TextPart | null;
}

function urlsIn(text: string): Found[] {
  // Every character is replaced by one of the same length, so that positions stay.
  const matches = linkFinder().match(text.replace(notInUrl, ' ')) ?? [];
  return matches.map(({ schema, index: start, lastIndex: end }) => {
    const url = text.slice(start, end);
    let href: string | null = null;
    // The text before an @ may be a user name, which would hide the real target of the link.
    if (text.charAt(end) === '@') return { start, end, part: null };
    if (/^https?:$/i.test(schema)) href = hrefOf(url);
    else if (schema === '' && text.charAt(start - 1) !== '\\') {
      const top = /^[^/?#]*\.([a-z]+)/.exec(url)?.[1];
      const leads =
        top &&
        (plausibleTopLevelDomains.has(top) || url.startsWith('www.') || (top.length === 2 && /^[^/?#]+\//.test(url)));
      if (leads) href = hrefOf(`https://${url}`);
    }
    return { start, end, part: href === null ? null : { kind: 'url', text: url, href } };
  });
}

/** A letter, digit or mark of a script that separates words by spaces. */
const joiningCharacter =
  /^(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}ー々])[\p{L}\p{N}\p{M}_]/u;

/** Whether the character at this position, if any, would continue a word. */
const joinsAt = (text: string, position: number): boolean =>
  joiningCharacter.test(String.fromCodePoint(text.codePointAt(position) ?? 32));

function joinsBefore(text: string, position: number): boolean {
  const low = text.charCodeAt(position - 1);
  return joinsAt(text, low >= 0xdc00 && low <= 0xdfff ? position - 2 : position - 1);
}

const nameAt = /@[A-Za-z0-9_.-]+/y;

/** The mention at an @. A name never ends in a dot or a hyphen, which belong to the sentence. */
function mentionAt(text: string, start: number): TextPart | null {
  if (/[@#/.\\-]/.test(text.charAt(start - 1)) || joinsBefore(text, start)) return null;
  nameAt.lastIndex = start;
  const found = nameAt.exec(text)?.[0] ?? '';
  let end = found.length;
  while (/[.-]/.test(found.charAt(end - 1))) end -= 1;
  const name = found.slice(1, end);
  const next = start + found.length;
  if (name.length < minUserNameLength || name.length > maxLengths.userName) return null;
  return text.charAt(next) === '@' || joinsAt(text, next) ? null : { kind: 'mention', text: `@${name}`, name };
}

/** UTS 31's hashtag, which allows the joiners of Persian and the middle dots of Catalan and Japanese within a tag. */
const tagAt = /[#＃]((?:(?!\uFE0F)[\p{L}\p{N}\p{Mn}\p{Mc}_·・\u200c\u200d])+)(?!\uFE0F)/uy;
const maxTagLength = 100;

function tagAtSign(text: string, start: number): TextPart | null {
  if (/[@#＃&/]/.test(text.charAt(start - 1)) || /[\p{L}\p{N}\p{M}_]$/u.test(text.slice(Math.max(0, start - 2), start)))
    return null;
  tagAt.lastIndex = start;
  const found = tagAt.exec(text)?.[1] ?? '';
  let end = found.length;
  while (/[·・\u200c\u200d]/.test(found.charAt(end - 1))) end -= 1;
  const tag = found.slice(0, end);
  if (!/^[\p{L}\p{N}_]/u.test(tag) || /^\p{N}+$/u.test(tag) || [...tag].length > maxTagLength) return null;
  return { kind: 'tag', text: text.charAt(start) + tag, tag };
}

/**
 * The number of characters that are searched for links, five times as many as the longest field of Kith has. In far longer
 * texts, linkify-it needs quadratic time, because it searches for the next @ and the next scheme from each link on.
 */
const maxParsed = 20_000;

/**
 * Splits a text at its URLs, @mentions and #tags, in order; the text between them is not split further. The text after the
 * first 20,000 characters is not searched.
 */
export function textParts(text: string): TextPart[] {
  const parsed = text.slice(0, maxParsed);
  if (!hasCandidates.test(parsed)) return text ? [{ kind: 'text', text }] : [];
  const urls = urlsIn(parsed);
  const parts: TextPart[] = [];
  let done = 0;
  const add = (start: number, part: TextPart) => {
    if (start > done) parts.push({ kind: 'text', text: text.slice(done, start) });
    parts.push(part);
    done = start + part.text.length;
  };
  const signs = /[@#＃]/g;
  let nextUrl = 0;
  for (let sign = signs.exec(parsed); sign || nextUrl < urls.length; ) {
    const next = urls[nextUrl];
    if (next && (!sign || next.start <= sign.index)) {
      // A URL that begins inside a tag, as in #lake.pl, is not a link.
      const free = next.start >= done;
      if (free && next.part) add(next.start, next.part);
      signs.lastIndex = Math.max(free ? next.end : done, signs.lastIndex - 1);
      nextUrl += 1;
    } else if (sign) {
      const part = sign[0] === '@' ? mentionAt(parsed, sign.index) : tagAtSign(parsed, sign.index);
      if (part) add(sign.index, part);
      signs.lastIndex = Math.max(sign.index + 1, done);
    }
    sign = signs.exec(parsed);
  }
  if (done < text.length) parts.push({ kind: 'text', text: text.slice(done) });
  return parts;
}

/** The maximum number of names in a text that count as mentions. */
export const maxMentions = 20;

/** The user names that a text mentions, in lower case, without duplicates, at most `maxMentions`. */
export function mentionedNames(text: string): string[] {
  const names = textParts(text).flatMap((part) => (part.kind === 'mention' ? [part.name.toLowerCase()] : []));
  return [...new Set(names)].slice(0, maxMentions);
}
