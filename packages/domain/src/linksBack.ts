import { Parser } from 'htmlparser2';

/** Normalises an address for comparison: user names ignore case, and a final slash does not matter. */
function plain(address: string, base?: string): string | null {
  if (!URL.canParse(address, base)) return null;
  const { origin, pathname } = new URL(address, base);
  return `${origin}${pathname.replace(/\/$/, '')}`.toLowerCase();
}

/** Whether a page, as HTML at `url`, links to `profile` by an `a` or `link` element with `rel="me"`. */
export function linksBack(html: string, url: string, profile: string): boolean {
  const wanted = plain(profile);
  let found = false;
  const parser = new Parser({
    onopentag(name, { rel = '', href = '' }) {
      if (name !== 'a' && name !== 'link') return;
      if (rel.toLowerCase().split(/\s+/).includes('me') && plain(href.trim(), url) === wanted) found = true;
    },
  });
  parser.end(html);
  return found;
}
