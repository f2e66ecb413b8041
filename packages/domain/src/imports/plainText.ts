const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', hellip: '…' };

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return names[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });

const attribute = (tag: string, name: string): string =>
  decode(new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag)?.slice(1).find(Boolean) ?? '');

/**
 * Converts a link to text: a hashtag stays as it is, a mention gets the member's server, and another web link gets its full
 * URL.
 */
function linkAsText(tag: string, shown: string): string {
  const href = attribute(tag, 'href');
  const words = shown.trim();
  if (words.startsWith('#') || !/^https?:\/\//i.test(href)) return shown;
  if (/^@[^@\s]+$/.test(words)) return URL.canParse(href) ? `${words}@${new URL(href).host}` : shown;
  if (words.startsWith('@') || words === href) return shown;
  // Mastodon displays shortened URLs. If the displayed text is a part of the URL, possibly followed by an ellipsis, only the
  // full URL is returned.
  return words === '' || href.includes(words.replace(/…$/, '')) ? href : `${words} (${href})`;
}

const hidden = new Set(['script', 'style', 'template', 'title']);
const pieces = /<(\/?)([a-z][a-z0-9]*)[^<>]*>|<!--[^<>]*-->|[^<]+|</gi;
const blocks = new Set(['p', 'div', 'blockquote', 'ul', 'ol', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** The maximum number of characters that are read of a text: far more than a post may have. */
const maxCharacters = 65_536;

/** Converts an HTML fragment to text with its paragraphs, lines and links. The regular expressions take linear time. */
export function plainText(html: string): string {
  let text = '';
  let within = '';
  let link: { tag: string; from: number } | null = null;
  for (const [piece, close = '', tagName = ''] of html.slice(0, maxCharacters).matchAll(pieces)) {
    const name = tagName.toLowerCase();
    if (within) {
      if (close && name === within) within = '';
    } else if (name === '') text += piece.startsWith('<!--') ? '' : decode(piece.replace(/\s+/g, ' '));
    else if (hidden.has(name)) within = close ? '' : name;
    else if (name === 'br') text += '\n';
    else if (name === 'li' && !close) text += '\n- ';
    else if (blocks.has(name)) text += '\n\n';
    else if (name === 'a' && !close) link = { tag: piece, from: text.length };
    else if (name === 'a' && link) {
      text = text.slice(0, link.from) + linkAsText(link.tag, text.slice(link.from));
      link = null;
    }
  }
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
