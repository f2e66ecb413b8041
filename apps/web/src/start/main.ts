import { likelyLanguage } from '../i18n/detect.ts';
import { viewerId } from '../lib/viewer.ts';
import { chosenTheme, systemTheme, themeOf } from '../theme/chosenTheme.ts';
import { draw } from './draw.ts';
import { delay, nextPaint } from './nextPaint.ts';
import { contentOf, prefetch } from './prefetch.ts';

/**
 * Data that only the build knows: the addresses of the translation files (`words`), of the scripts that every page needs
 * (`common`), and of the further scripts of the log-in page and of each screen for members.
 */
interface Built {
  words: Record<string, string>;
  common: string[];
  login: string[];
  scripts: Record<string, string[]>;
}

const visitorScreens = new Set(['login', 'signup', 'setusername', 'resetpassword', 'confirm']);

const preloadFile = (attributes: Partial<HTMLLinkElement>) =>
  document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '', ...attributes }));

/**
 * The app's scripts would take bandwidth from the first picture, so they are loaded only when the screen is drawn or one of
 * these time-outs, in milliseconds, has passed. `picture` is counted from the arrival of the content, and `content` from the
 * start of this script. `cached` is used in place of `content` if the service worker already has the scripts.
 */
const timeouts = { picture: 2_000, content: 3_000, cached: 300 };

/** Resolves when the app's scripts may load: once the screen is drawn, or after a time-out. */
function readyForApp(drawn: Promise<unknown>, content: Promise<unknown>[]): Promise<unknown> {
  const arrived = Promise.allSettled(content).then(() => delay(timeouts.picture));
  return Promise.race([
    drawn,
    arrived,
    delay(navigator.serviceWorker?.controller ? timeouts.cached : timeouts.content),
  ]);
}

/** Prefetches what the screen needs while the app's scripts load, and draws the screen before the app renders. */
function startEarly({ words, common, login, scripts }: Built): void {
  const screen = location.pathname.split('/')[1] || 'home';
  const screenScripts = Object.hasOwn(scripts, screen) ? scripts[screen] : undefined;
  const viewer = screenScripts ? Number(viewerId()) : 0;
  const { dataset } = document.documentElement;
  const language = words[likelyLanguage(words) ?? 'en'] as string;
  const prefetched = viewer ? prefetch(screen, viewer) : null;
  const content = prefetched ? contentOf(prefetched) : [];
  let drawn = nextPaint();
  if (prefetched) {
    const inChat = screen === 'messages' && /(?:userId|chatId)=/.test(location.search);
    dataset.outline = inChat ? 'chat' : content.length || screen === 'user' ? screen : 'member';
    const outline = draw(screen, prefetched, { viewer, words: language }).catch(() => undefined);
    // The first use of Intl takes some 50 ms on a phone, so it happens here, while the requests are in flight.
    setTimeout(() => new Intl.DateTimeFormat().format());
    drawn = readyForApp(outline, content);
  } else if (screenScripts || visitorScreens.has(screen)) dataset.outline = 'visitor';
  globalThis.kithStart = { responses: prefetched?.responses ?? new Map(), drawn };

  const preload = () => {
    preloadFile({ rel: 'preload', as: 'fetch', href: language });
    const needed = [...common, ...((prefetched ? screenScripts : visitorScreens.has(screen) && login) || [])];
    for (const href of needed) preloadFile({ rel: 'modulepreload', href, fetchPriority: 'low' });
  };
  if (content.length) void drawn.then(preload);
  else preload();
}

// This script is in the page's head and runs before the first paint, so that the page never flashes in the wrong theme.
document.documentElement.dataset.theme = chosenTheme() ?? themeOf(systemTheme());

const built = document.currentScript?.dataset.ahead;
if (built) startEarly(JSON.parse(built) as Built);
