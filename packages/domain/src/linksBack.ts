/** Parses the attributes of a tag; of the HTML entities only `&amp;` is decoded. */
function attributesOf(tag: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single, bare] of tag.matchAll(
    /([a-z-]{1,20})\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi,
  ))
    found.set(name.toLowerCase(), (double ?? single ?? bare ?? '').replaceAll('&amp;', '&'));
  return found;
}

/** Normalises an address for comparison: user names ignore case, and a final slash does not matter. */
function plain(address: string, base?: string): string | null {
  if (!URL.canParse(address, base)) return null;
  const { origin, pathname } = new URL(address, base);
  return `${origin}${pathname.replace(/\/$/, '')}`.toLowerCase();
}

const withoutComments = (html: string): string =>
  html
    .split('<!--')
    .map((part, index) => (index === 0 ? part : (part.split('-->')[1] ?? '')))
    .join('');

/**
 * Whether a page, as HTML at `url`, links to `profile` by an `a` or `link` element with `rel="me"`. Each tag ends at the next angle
 * bracket, so that even a hostile page takes linear time.
 */
export function linksBack(html: string, url: string, profile: string): boolean {
  const wanted = plain(profile);
  for (const [, tag = ''] of withoutComments(html).matchAll(/<(?:a|link)(\s[^<>]*)>/gi)) {
    const attributes = attributesOf(tag.slice(0, 2_000));
    const rels = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
    const href = attributes.get('href')?.trim();
    if (href && rels.includes('me') && plain(href, url) === wanted) return true;
  }
  return false;
}
