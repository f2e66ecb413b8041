import {
  isAllDay,
  knownZone,
  type PostPicture,
  type PostView,
  textParts,
  tintOf,
  type UserSummary,
} from '@kith/contracts';
import { escapeHtml } from '@kith/domain';
import { type Site, wordsOf } from './publicWords.ts';

export const link = (href: string, text: string, rel = ''): string =>
  `<a href="${escapeHtml(href)}"${rel && ` rel="${rel}"`}>${escapeHtml(text)}</a>`;

/** A member's text with URLs and mentions as links; hashtags are plain, because their page needs a session. */
export const withLinks = (text: string, origin = ''): string =>
  textParts(text)
    .map((part) => {
      if (part.kind === 'url') return link(part.href, part.text, 'nofollow ugc noopener');
      return part.kind === 'mention' ? link(`${origin}/user/${part.name}`, part.text) : escapeHtml(part.text);
    })
    .join('');

/** Shortens a text to one line of at most `maxLength` characters. */
export function shortened(text: string, maxLength: number): string {
  const line = [...text.replace(/\s+/g, ' ').trim()];
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).join('')}…` : line.join('');
}

export const nameOf = ({ displayName, userName }: Pick<UserSummary, 'displayName' | 'userName'>): string =>
  displayName ?? userName;

/** A link to a member's page: the display name with the user name beside it, or the user name alone. */
const names = (user: UserSummary): string => {
  const at = user.displayName === null ? '' : ` <span class="user-name">@${user.userName}</span>`;
  return `<bdi>${link(`/user/${user.userName}`, nameOf(user))}</bdi>${at}`;
};

/** The shapes that the icons of a page refer to. */
export const shapes = `<svg class="shapes" aria-hidden="true">
<symbol id="nobody" viewBox="0 0 40 40"><circle cx="20" cy="16" r="7"/><path d="M5 40c.6-9.4 6.6-14.4 15-14.4S34.400 30.600 35 40z"/></symbol>
<symbol id="likes" viewBox="0 0 24 24"><path d="M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5"/></symbol>
<symbol id="comments" viewBox="0 0 24 24"><path d="M2.992 16.342a2 2 0 0 1 .094 1.167l-1.065 3.29a1 1 0 0 0 1.236 1.168l3.413-.998a2 2 0 0 1 1.099.092 10 10 0 1 0-4.777-4.719"/></symbol>
</svg>`;

/** A profile picture, which also has files of 128 and 512 px. */
export function avatar({ profilePicture }: UserSummary, size: 40 | 144): string {
  const shape = `class="avatar" width="${size}" height="${size}"`;
  if (!profilePicture) return `<svg ${shape} aria-hidden="true"><use href="#nobody"/></svg>`;
  const file = (width: number) => escapeHtml(profilePicture.replace(/256\.webp$/, `${width}.webp`));
  const sources = size === 40 ? '' : ` srcset="${file(256)} 256w, ${file(512)} 512w" sizes="144px"`;
  return `<img ${shape} src="${file(size === 40 ? 128 : 256)}"${sources} alt="">`;
}

const isReady = ({ imageUrl }: PostPicture): boolean => imageUrl !== null;

function picture(
  { imageUrl, url, query, widths, width, height }: PostPicture,
  alt: string,
  sizes: string,
  first: boolean,
) {
  const sources = widths.map((each) => `${url}/${each}.webp${query} ${each}w`).join(', ');
  const priority = first ? 'fetchpriority="high"' : 'loading="lazy"';
  return `<img src="${escapeHtml(imageUrl ?? '')}" srcset="${escapeHtml(sources)}" sizes="${sizes}" alt="${escapeHtml(alt)}" width="${width}" height="${height}" ${priority}>`;
}

/** A video with the browser's own controls, of which nothing is loaded before its poster is pressed. */
const video = ({ videoUrl, imageUrl, alt, width, height }: PostPicture): string =>
  `<video src="${escapeHtml(videoUrl ?? '')}" poster="${escapeHtml(imageUrl ?? '')}" aria-label="${escapeHtml(alt ?? '')}" width="${width}" height="${height}" controls preload="none" playsinline></video>`;

/** The pictures and videos of a post, the first one as wide as the column and the others in pairs. A picture links to its largest file. */
function pictures(site: Site, post: PostView): string {
  const ready = post.images.filter(isReady);
  if (ready.length === 0) return '';
  const all = ready.map((each, index) => {
    const sizes = index === 0 ? '(min-width: 43.75rem) 566px, 100vw' : '(min-width: 43.75rem) 282px, 50vw';
    if (each.videoUrl) return video(each);
    const file = `${each.url}/${each.widths.at(-1)}.webp${each.query}`;
    // Without a description, the link still needs a name.
    const alt = each.alt || `${wordsOf(site).picture} ${index + 1}`;
    return `<a href="${escapeHtml(file)}">${picture(each, alt, sizes, index === 0)}</a>`;
  });
  return `<div class="pictures">${all.join('')}</div>\n`;
}

const counts = (site: Site, { likesCount, commentsCount }: PostView): string => {
  const say = wordsOf(site);
  const count = (name: 'likes' | 'comments', number: number) =>
    `<span><svg aria-hidden="true"><use href="#${name}"/></svg><span class="hidden">${say[name]}: </span>${number}</span>`;
  return `${count('likes', likesCount)}${count('comments', commentsCount)}`;
};

const date = (site: Site, time: string): string =>
  `<time datetime="${time}">${new Intl.DateTimeFormat(site.language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time))}</time>`;

/** When and where the event of a post takes place, in words, by the clock of its own time zone. */
const eventLine = (site: Site, { event }: PostView): string => {
  if (!event) return '';
  const wholeDays = isAllDay(event);
  const start = new Date(event.startsAt);
  // An event of whole days ends when its last day does.
  const end = event.endsAt === null ? start : new Date(Date.parse(event.endsAt) - Number(wholeDays));
  const timeZone = knownZone(event.timeZone);
  const style = { dateStyle: 'full', ...(!wholeDays && ({ timeStyle: 'short' } as const)), timeZone } as const;
  const when = new Intl.DateTimeFormat(site.language, style).formatRange(start, end);
  const zone = wholeDays ? '' : ` (${timeZone.replaceAll('_', ' ')})`;
  const state = event.cancelledAt === null ? '' : `${wordsOf(site).cancelled}: `;
  const place = event.place === null ? '' : `<br><span dir="auto">${escapeHtml(event.place)}</span>`;
  return `<p class="event"><strong>${state}<time datetime="${event.startsAt}">${escapeHtml(when)}</time></strong>${escapeHtml(zone)}${place}</p>\n`;
};

/** The card of the link in a post's text. */
const linkCard = ({ links: [card] }: PostView): string => {
  if (!card) return '';
  const { url, title, description, siteName, imageUrl } = card;
  const image = imageUrl
    ? `<img class="card-picture" src="${escapeHtml(imageUrl)}" alt="" width="96" height="96" loading="lazy">`
    : '';
  const about = description ? `<span>${escapeHtml(description)}</span>` : '';
  const site = siteName ?? new URL(url).hostname.replace(/^www\./, '');
  return `<a class="card" href="${escapeHtml(url)}" rel="nofollow ugc noopener noreferrer" dir="auto">${image}<span><strong>${escapeHtml(title)}</strong>${about}<span>${escapeHtml(site)}</span></span></a>\n`;
};

/** The options of a post's poll, without the numbers of votes. */
const options = ({ poll }: PostView): string =>
  poll
    ? `<ul class="options">${poll.options.map(({ text }) => `<li dir="auto">${escapeHtml(text)}</li>`).join('')}</ul>\n`
    : '';

/** Returns the class with the text size of a post without pictures, which is smaller for longer texts. */
const sizeOf = (text: string): string => (text.length <= 90 ? ' short' : text.length <= 240 ? ' medium' : '');

/** A post in full. One without pictures stands in large type on a tile. */
export function article(site: Site, post: PostView): string {
  const text = withLinks(post.caption);
  const pictured = post.images.some(isReady);
  const words = pictured
    ? `<p class="words" dir="auto">${text}</p>`
    : `<div class="tile tint-${tintOf(post.postId)}"><p class="words${sizeOf(post.caption)}" dir="auto">${text}</p></div>`;
  const place = post.location ? ` · <span dir="auto">${escapeHtml(post.location)}</span>` : '';
  return `<article>
<header>${avatar(post.user, 40)}<p>${names(post.user)}<br>
<span class="when"><a href="/post/${post.postId}">${date(site, post.createdAt)}</a>${place}</span></p></header>
${pictures(site, post)}${words}
${eventLine(site, post)}${options(post)}${linkCard(post)}<footer class="counts">${counts(site, post)}</footer>
</article>`;
}

/** A post as a square of a grid: its first picture, or its text. */
export function square(site: Site, post: PostView): string {
  const [first] = post.images.filter(isReady);
  const text = escapeHtml(shortened(post.caption, 160));
  const content = first
    ? `${picture(first, first.alt ?? '', '(min-width: 60rem) 310px, 33vw', false)}<span class="hidden" dir="auto">${text}</span>`
    : `<span class="text" dir="auto">${text}</span>`;
  return `<li><a class="${first ? 'pictured' : `tint-${tintOf(post.postId)}`}" href="/post/${post.postId}">${content}<span class="counts">${counts(site, post)}</span></a></li>`;
}
