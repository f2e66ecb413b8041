import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { languageKey } from '../../i18n/detect.ts';
import { changeLanguage, currentLanguage, languages } from '../../i18n/index.ts';
import { api } from '../../lib/api.ts';
import { Failure } from '../../lib/failure.ts';
import { openLive } from '../../lib/live.ts';
import { reportToNewStreams } from '../../lib/onScreen.ts';
import type { OutboxKind, OutboxPayloads } from '../../lib/outbox/payloads.ts';
import { type OutboxHandlers, sendOutbox } from '../../lib/outbox/send.ts';
import { type OutboxEntry, waiting } from '../../lib/outbox/store.ts';
import { enablePostTransition } from '../../lib/postTransition.ts';
import { refetchOutdated } from '../../lib/refetchOutdated.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { chosenTheme, showTheme, themeKey } from '../../theme/chosenTheme.ts';
import { commentOutbox, listenForComments } from '../comments/commentCache.ts';
import { clearLocalPictures } from '../composer/localPictures.ts';
import { followOutbox, listenForFollows } from '../follows/followCache.ts';
import { likeOutbox, listenForLikes } from '../likes/likeCache.ts';
import { listenForMessages, messageOutbox } from '../messages/background.ts';
import { listenForNotifications } from '../notifications/NotificationBell.tsx';
import { listenForPosts } from '../posts/listenForPosts.ts';

const listeners = [
  refetchOutdated,
  reportToNewStreams,
  listenForPosts,
  listenForLikes,
  listenForComments,
  listenForFollows,
  listenForMessages,
  listenForNotifications,
];

/** How long, in milliseconds, work that the first screen does not need is delayed. */
const delayMs = 5_000;

/** Opens the live stream, whose events each feature applies to its cached queries. */
export function useLiveCache(): void {
  const client = useQueryClient();
  const { userId } = useViewer();
  useEffect(() => {
    const off = listeners.map((listen) => listen(client, userId));
    const close = openLive();
    return () => {
      close();
      for (const stop of off) stop();
    };
  }, [client, userId]);
}

/**
 * Stores what the member has viewed, for reading without a connection. The code is loaded after a delay, because right after
 * the page load there is nothing to store.
 */
export function useOfflineStorage(): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    let stop: (() => void) | undefined;
    let over = false;
    const timer = setTimeout(() => {
      import('./offlineStorage.ts').then(
        ({ storeForOffline }) => {
          if (!over) stop = storeForOffline();
        },
        () => undefined,
      );
    }, delayMs);
    return () => {
      over = true;
      clearTimeout(timer);
      stop?.();
    };
  }, []);
}

/**
 * Loads the JavaScript chunk that shows an open post when a pointer or the focus reaches a picture, or after `delayMs`. So even
 * the first picture that is opened can be animated into its post.
 */
export function usePreloadOpenPost(): void {
  useEffect(() => {
    const onPicture = ({ target }: Event) => {
      if (target instanceof Element && target.closest('[data-transition]')) load();
    };
    const events = ['pointerover', 'focusin'] as const;
    const stop = () => {
      clearTimeout(timer);
      for (const event of events) removeEventListener(event, onPicture);
    };
    const load = () => {
      stop();
      enablePostTransition(import('../feed/PostPopup.tsx'));
    };
    const timer = setTimeout(load, delayMs);
    for (const event of events) addEventListener(event, onPicture, { passive: true });
    return stop;
  }, []);
}

const show = <K extends OutboxKind>(handlers: OutboxHandlers, { kind, payload }: OutboxEntry<K>): void =>
  handlers[kind as K].show?.(payload as OutboxEntry<K>['payload']);

/** Shows the entries of the outbox in lists, because a list from the server or the cache does not contain them yet. */
function showWaiting(client: QueryClient, handlers: OutboxHandlers): () => void {
  const showAll = () => {
    for (const entry of waiting()) show(handlers, entry);
  };
  showAll();
  return client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) showAll();
  });
}

/**
 * Returns a handler whose code is loaded for the first entry. Code that cannot be loaded is a lost connection, after which the
 * entry is sent.
 */
const loaded = <K extends OutboxKind>(load: () => Promise<OutboxHandlers[K]>): Pick<OutboxHandlers[K], 'send'> => ({
  send: async (payload: OutboxPayloads[K], id: string) => {
    const handler = await load().catch(() => {
      throw new Failure('network');
    });
    return handler.send(payload, id);
  },
});

/** Sends the entries of the outbox, and shows them in lists until they are sent. Each feature handles its own entries. */
export function useOutbox(): void {
  const client = useQueryClient();
  const router = useRouter();
  const { userId } = useViewer();
  useEffect(() => {
    const handlers: OutboxHandlers = {
      like: likeOutbox(client, userId),
      comment: commentOutbox(client, userId),
      follow: followOutbox(client, userId),
      vote: loaded<'vote'>(async () => (await import('../polls/pollCache.ts')).voteOutbox(client)),
      answer: loaded<'answer'>(async () => (await import('../events/answerCache.ts')).answerOutbox(client)),
      post: loaded<'post'>(async () => {
        const { postOutbox } = await import('../composer/sendPost.ts');
        return postOutbox(client, userId, () => void router.navigate({ to: '/home' }));
      }),
      message: messageOutbox(client, userId),
    };
    const stop = sendOutbox(handlers);
    const leave = showWaiting(client, handlers);
    return () => {
      stop();
      leave();
      clearLocalPictures();
    };
  }, [client, router, userId]);
}

/** Applies a theme or language that the member has chosen in another tab. */
export function usePreferencesOfOtherTabs(): void {
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      const theme = chosenTheme();
      if (key === themeKey && theme) showTheme(theme);
      const language = key === languageKey && languages.find((each) => each === newValue);
      if (language && language !== currentLanguage()) void changeLanguage(language).catch(() => undefined);
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, []);
}

/** Tells the server the time zone of this device, once after each page load; reminders follow the device that was opened last. */
export function useTimeZone(): void {
  const [{ userId, timeZone: known }] = useState(useViewer());
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (timeZone === known) return;
    const timer = setTimeout(() => void api.users.update.mutate({ userId, timeZone }).catch(() => undefined), delayMs);
    return () => clearTimeout(timer);
  }, [userId, known]);
}

/**
 * Navigates when the member taps a system notification, moves replies written in notifications into the outbox, and sends
 * changes of this device's push subscription to the server.
 */
export function usePushes(): void {
  const router = useRouter();
  useEffect(() => {
    const { serviceWorker } = navigator;
    if (!serviceWorker) return;
    const mayPush = () => globalThis.Notification?.permission === 'granted';
    const send = () =>
      void import('../../lib/storedReplies.ts').then(
        ({ moveRepliesToOutbox }) => moveRepliesToOutbox(),
        () => undefined,
      );
    const open = ({ data }: MessageEvent<{ kithOpen?: unknown; kithReplies?: unknown } | null>) => {
      if (data?.kithReplies) send();
      if (typeof data?.kithOpen === 'string') router.history.push(data.kithOpen);
    };
    serviceWorker.addEventListener('message', open);
    const timer = setTimeout(() => {
      if (!mayPush()) return;
      send();
      void import('../../lib/push.ts').then(({ refreshDevice }) => refreshDevice()).catch(() => undefined);
    }, delayMs);
    return () => {
      clearTimeout(timer);
      serviceWorker.removeEventListener('message', open);
    };
  }, [router]);
}
