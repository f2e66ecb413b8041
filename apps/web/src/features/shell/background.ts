import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { languageKey } from '../../i18n/detect.ts';
import { changeLanguage, currentLanguage, languages } from '../../i18n/index.ts';
import { openLive } from '../../lib/live.ts';
import { notifyStreams } from '../../lib/onScreen.ts';
import { type OutboxHandlers, sendOutbox } from '../../lib/outbox/send.ts';
import { type OutboxEntry, type OutboxKind, waiting } from '../../lib/outbox/store.ts';
import { refetchOutdated } from '../../lib/refetchOutdated.ts';
import { useViewer } from '../../lib/session.ts';
import { chosenTheme, themeKey } from '../../theme/chosenTheme.ts';
import { chooseTheme } from '../../theme/useTheme.ts';
import { commentOutbox, listenForComments } from '../comments/commentCache.ts';
import { postOutbox } from '../composer/sendPost.ts';
import { followOutbox, listenForFollows } from '../follows/followCache.ts';
import { likeOutbox, listenForLikes } from '../likes/likeCache.ts';
import { listenForMessages, messageOutbox } from '../messages/live.ts';
import { listenForNotifications } from '../notifications/NotificationBell.tsx';
import { listenForPosts } from '../posts/listenForPosts.ts';

const listeners = [
  refetchOutdated,
  notifyStreams,
  listenForPosts,
  listenForLikes,
  listenForComments,
  listenForFollows,
  listenForMessages,
  listenForNotifications,
];

/** Opens the live stream; each feature updates its queries from it. */
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

const show = <K extends OutboxKind>(handlers: OutboxHandlers, { kind, payload }: OutboxEntry<K>): void =>
  handlers[kind as K].show?.(payload as OutboxEntry<K>['payload']);

/** Lists from the server or from the cache do not include what is in the outbox yet. */
function keepShown(client: QueryClient, handlers: OutboxHandlers): () => void {
  const showAll = () => {
    for (const entry of waiting()) show(handlers, entry);
  };
  showAll();
  return client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) showAll();
  });
}

/** Sends the outbox, and shows its entries until then; each feature registers its handlers. */
export function useOutbox(): void {
  const client = useQueryClient();
  const { userId } = useViewer();
  useEffect(() => {
    const handlers: OutboxHandlers = {
      like: likeOutbox(client, userId),
      comment: commentOutbox(client, userId),
      follow: followOutbox(client, userId),
      post: postOutbox(client, userId),
      message: messageOutbox(client, userId),
    };
    const stop = sendOutbox(handlers);
    const leave = keepShown(client, handlers);
    return () => {
      stop();
      leave();
    };
  }, [client, userId]);
}

/** Applies the theme and the language chosen in another tab. */
export function useOtherTabs(): void {
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      const theme = chosenTheme();
      if (key === themeKey && theme) chooseTheme(theme);
      const language = key === languageKey && languages.find((each) => each === newValue);
      if (language && language !== currentLanguage()) void changeLanguage(language).catch(() => undefined);
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, []);
}

/** After the first screen is drawn. */
const rest = 5_000;

/** Navigates when a system notification is tapped, and keeps this device's push subscription current on the server. */
export function usePushes(): void {
  const router = useRouter();
  useEffect(() => {
    const { serviceWorker } = navigator;
    if (!serviceWorker) return;
    const open = ({ data }: MessageEvent<{ kithOpen?: unknown } | null>) => {
      if (typeof data?.kithOpen === 'string') router.history.push(data.kithOpen);
    };
    serviceWorker.addEventListener('message', open);
    const timer = setTimeout(() => {
      if (globalThis.Notification?.permission === 'granted')
        void import('../../lib/push.ts').then(({ refreshDevice }) => refreshDevice()).catch(() => undefined);
    }, rest);
    return () => {
      clearTimeout(timer);
      serviceWorker.removeEventListener('message', open);
    };
  }, [router]);
}
