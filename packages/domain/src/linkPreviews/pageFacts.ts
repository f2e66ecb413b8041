import { visibleText } from '@kith/contracts/visibleText';
import { Parser } from 'htmlparser2';

/** What a page says about itself; `picture` is the address of its picture. */
export interface PageFacts {
  title: string;
  description: string | null;
  siteName: string | null;
  picture: string | null;
}

/** The name that a page gives its encoding, in a `meta` element, which pages have within the first kilobyte. */
const declared = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w-]+)/i;

/** The name of a page's encoding: that of the answer's header, else of the page's first bytes, else UTF-8. */
function encodingOf(bytes: Buffer, contentType: string | null): string {
  const [, header] = /charset\s*=\s*"?\s*([\w-]+)/i.exec(contentType ?? '') ?? [];
  if (header) return header;
  const mark = bytes.toString('latin1', 0, 2);
  if (mark === '\xff\xfe' || mark === '\xfe\xff') return mark === '\xff\xfe' ? 'utf-16le' : 'utf-16be';
  const [, name = 'utf-8'] = declared.exec(bytes.toString('latin1', 0, 1_024)) ?? [];
  // A page whose declaration can be read as ASCII is not in UTF-16, whatever it says.
  return /^utf-?16/i.test(name) ? 'utf-8' : name;
}

/** Decodes a page. A page in an unknown encoding is read as UTF-8. */
export function decodePage(bytes: Buffer, contentType: string | null): string {
  try {
    return new TextDecoder(encodingOf(bytes, contentType)).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Control characters, line breaks, and characters that change the reading direction of what follows. */
const notInLine = /[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text of a page as one line of at most `max` characters; null without a visible character. */
function line(text: string | undefined, max: number): string | null {
  // A page may be half a megabyte of title; nobody sees the rest.
  const words = visibleText((text ?? '').slice(0, 5_000).replace(notInLine, ' ').replace(/\s+/g, ' '));
  const letters = [...words];
  return (letters.length > max ? `${letters.slice(0, max - 1).join('')}…` : words) || null;
}

/** The names of `meta` elements for each fact, the best first. */
const names = {
  title: ['og:title', 'twitter:title'],
  description: ['og:description', 'twitter:description', 'description'],
  siteName: ['og:site_name'],
  picture: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image'],
};

/** How deep elements may be nested; see `linksBack`. */
const maxDepth = 1_000;

/**
 * Reads the OpenGraph elements of a page at `url`, or else its title; null if it has neither. All results are texts without
 * markup. Anything after elements that are nested too deeply is not read.
 */
export function pageFacts(html: string, url: string): PageFacts | null {
  const found = new Map<string, string>();
  let title = '';
  let inTitle = false;
  let depth = 0;
  const parser = new Parser({
    onopentag(name, { property = '', name: named = '', content = '' }) {
      depth += 1;
      if (depth > maxDepth) parser.pause();
      // A title within an SVG picture is not that of the page.
      if (name === 'title' && title === '') inTitle = depth < 4;
      const key = (property || named).toLowerCase();
      if (name === 'meta' && content && !found.has(key)) found.set(key, content);
    },
    ontext(text) {
      if (inTitle && title.length < 5_000) title += text;
    },
    onclosetag(name) {
      depth -= 1;
      if (name === 'title') inTitle = false;
    },
  });
  parser.end(html);
  const first = (keys: string[]) => keys.map((key) => found.get(key)).find(Boolean);
  const shown = line(first(names.title), 200) ?? line(title, 200);
  if (shown === null) return null;
  const picture = first(names.picture)?.trim();
  return {
    title: shown,
    description: line(first(names.description), 300),
    siteName: line(first(names.siteName), 100),
    picture: picture && URL.canParse(picture, url) ? new URL(picture, url).href : null,
  };
}
