import { detectLanguage } from '../i18n/detect.ts';
import {
  accountRequests,
  type FirstRequest,
  homeRequests,
  messagesRequests,
  postRequests,
} from '../lib/firstRequests.ts';
import { viewerId } from '../lib/viewer.ts';
import { chosenTheme, showTheme, systemTheme, themeOf } from '../theme/chosenTheme.ts';

// This script is in the page's head. It runs before the first paint, so that the page never flashes in the wrong theme.
showTheme(chosenTheme() ?? themeOf(systemTheme()));

/** The first requests of each screen besides the session's. Other screens begin with their code. */
const firstRequests: Record<string, (viewer: number, id: number) => FirstRequest[]> = {
  home: homeRequests,
  account: accountRequests,
  messages: messagesRequests,
  post: (_, postId) => postRequests(postId),
};

/** Returns the address of a request as the API client sends it. TanStack Query adds the direction to the input of every list. */
const addressOf = ({ name, input, paged }: FirstRequest) =>
  `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(paged ? { ...input, direction: 'forward' } : input))}`;

/** Sends a screen's first requests while its code loads. lib/api.ts hands out the responses. */
function prefetch(viewer: number): void {
  const [screen = '', id] = location.pathname.slice(1).split('/');
  if (!Object.hasOwn(firstRequests, screen)) return;
  const requests = firstRequests[screen]?.(viewer, Number(id)) ?? [];
  const addresses = ['/trpc/auth.session', ...requests.map(addressOf)];
  globalThis.kithPrefetched = new Map(
    addresses.map((each) => {
      const response = fetch(each);
      // An error is ignored here, because the screen repeats the request and reports the error.
      response.catch(() => undefined);
      return [each, response];
    }),
  );
}

/** Addresses that only the build knows: of the chunk that all screens for members need, and of each language's translations. */
interface Built {
  app: string;
  words: Record<string, string>;
}

const preload = (attributes: Partial<HTMLLinkElement>) =>
  document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '', ...attributes }));

const viewer = Number(viewerId());
if (viewer) prefetch(viewer);
const built = document.currentScript?.dataset.built;
if (built) {
  const { app, words } = JSON.parse(built) as Built;
  preload({ rel: 'preload', as: 'fetch', href: words[detectLanguage(Object.keys(words), 'en')] });
  if (viewer) preload({ rel: 'modulepreload', href: app });
}
