import { compile, type DomNode, type FormatCallback } from 'html-to-text';

/** How deep the elements of a text may be nested; what is deeper is left out. */
const maxDepth = 100;

const textOf = ({ data = '', children = [] }: DomNode, depth = 0): string =>
  depth > maxDepth ? '' : data + children.map((child) => textOf(child, depth + 1)).join('');

/**
 * Writes a link as text: a hashtag stays as it is, a mention gets the member's server, because the same name here would be
 * somebody else, and another web link gets its full URL.
 */
const formatLink: FormatCallback = (node, walk, builder) => {
  const href = String(node.attribs?.href ?? '').trim();
  const words = textOf(node).replace(/\s+/g, ' ').trim();
  if (words.startsWith('#') || !/^https?:\/\//i.test(href)) return walk(node.children, builder);
  if (/^@[^@\s]+$/.test(words)) return builder.addInline(URL.canParse(href) ? `${words}@${new URL(href).host}` : words);
  if (words.startsWith('@') || words === href) return builder.addInline(words);
  // Mastodon displays shortened URLs. If the displayed text is a part of the URL, possibly followed by an ellipsis, only the
  // full URL is written.
  builder.addInline(words === '' || href.includes(words.replace(/…$/, '')) ? href : `${words} (${href})`);
};

const block = { options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } };

const convert = compile({
  wordwrap: false,
  limits: { maxDepth },
  formatters: { webLink: formatLink },
  selectors: [
    { selector: 'a', format: 'webLink' },
    { selector: 'img', format: 'skip' },
    { selector: 'title', format: 'skip' },
    { selector: 'div', format: 'block', ...block },
    { selector: 'blockquote', format: 'block', ...block },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, format: 'block', ...block })),
    { selector: 'ul', format: 'unorderedList', options: { itemPrefix: '- ' } },
  ],
});

/** The maximum number of characters that are read of a text: far more than a post may have. */
const maxCharacters = 16_384;

/** Converts an HTML fragment to text with its paragraphs, lines and links. */
export const plainText = (html: string): string => convert(html.slice(0, maxCharacters)).trim();
