import { Parser } from 'htmlparser2';

/** Normalises an address for comparison: user names ignore case, and a final slash does not matter. */
function normalizeAddress(address: string, base?: string): string | null {
  if (!URL.canParse(address, base)) return null;
  const { origin, pathname } = new URL(address, base);
  return `${origin}${pathname.replace(/\/$/, '')}`.toLowerCase();
}

/**
 * How deep elements may be nested: browsers stop at 512. The parser searches all open elements at each tag, so half a megabyte of
 * nested elements would take it many seconds.
 */
const maxDepth = 1_000;

/**
 * Whether the page `html` at `url` links to `profile` by an `a` or `link` element with `rel="me"`. Anything after elements that
 * are nested too deeply is not read.
 */
export function linksBack(html: string, url: string, profile: string): boolean {
  const target = normalizeAddress(profile);
  let found = false;
  let depth = 0;
  const parser = new Parser({
    onopentag(name, { rel = '', href = '' }) {
      depth += 1;
      if (depth > maxDepth) parser.pause();
      if (name !== 'a' && name !== 'link') return;
      if (rel.toLowerCase().split(/\s+/).includes('me') && normalizeAddress(href.trim(), url) === target) found = true;
    },
    onclosetag() {
      depth -= 1;
    },
  });
  parser.end(html);
  return found;
}
