import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import type { PopupSearch } from './popupSearch.ts';
import { withPostTransition } from './postTransition.ts';
import { settingsAddress } from './settingsAddress.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    opened?: boolean;
    /** Set if a tap on the search field of Explore opened Browse, whose field then takes the focus. */
    searching?: boolean;
    /** The index of the picture that is open in the full-screen viewer, among the pictures of a post. */
    viewing?: number;
    /** When the text that mentions the member was written or last edited. It meant nobody who joined later. */
    writtenAt?: string;
  }
}

/** Returns the address of a post's own page. The address bar shows it while the post is open in a popup. */
export const postAddress = (postId: number, edit?: true) =>
  ({ to: '/post/$postId', params: { postId: String(postId) }, search: edit ? { edit } : {} }) as const;

/** Returns the search parameters of the address that describe open popups. */
export const usePopupSearch = (): PopupSearch => useRouterState({ select: (state) => state.location.search });

/**
 * Delays the opening of a popup until its code is loaded; closing (`popup` is undefined) takes effect at once. Because the value
 * is deferred, the page stays as it is while the code is loading, without React's delay of 300 ms between a fallback and the
 * popup.
 */
export function useOpened<T>(popup: T | undefined): T | undefined {
  const loaded = useDeferredValue(popup, undefined);
  return popup === undefined ? undefined : loaded;
}

/** Returns functions that open and close popups. These functions never change, so their users do not have to render again. */
export function usePopup() {
  const router = useRouter();
  return useMemo(() => {
    const state = () => router.state.location.state;
    const shown = () => router.state.location.search;

    /** Opens a popup. The list of likers opens above the open post; the editor replaces the open post. */
    const open = (next: PopupSearch, replace = next.edit === true && shown().post !== undefined) => {
      const { post: openPost } = shown();
      const post = next.post ?? (next.likes === undefined ? undefined : openPost);
      const settings = settingsAddress(next.popup);
      const go = () =>
        router.navigate({
          to: '.',
          search: (old) => ({
            ...old,
            popup: undefined,
            edit: undefined,
            likes: undefined,
            people: undefined,
            ...next,
            post,
          }),
          ...(post !== undefined && { mask: postAddress(post, next.edit) }),
          ...(settings !== undefined && { mask: settings }),
          state: { opened: replace ? state().opened : true },
          resetScroll: false,
          replace,
        });
      if (post === undefined || next.edit || openPost !== undefined) return go();
      return withPostTransition(post, true, go);
    };

    /** Goes back in the history if the popup was opened from a page. Otherwise removes the popup from the address. */
    const close = () => {
      const { post, likes } = shown();
      const go = () => (state().opened ? router.history.back() : void open({}, true));
      if (post === undefined || likes !== undefined) go();
      else void withPostTransition(post, false, go);
    };

    return { open, close };
  }, [router]);
}

/**
 * Opens and closes the full-screen viewer of pictures. The viewer has its own history entry, so that Back closes only the
 * viewer and not the post below.
 */
export function useViewing() {
  const router = useRouter();
  const navigate = useNavigate();
  const viewing = useRouterState({ select: (state) => state.location.state.viewing });
  const open = (index: number) => {
    const { search, state } = router.state.location;
    const { post } = search;
    return navigate({
      to: '.',
      search: (old) => old,
      ...(post !== undefined && { mask: postAddress(post) }),
      state: { opened: state.opened, viewing: index },
      resetScroll: false,
    });
  };
  return { viewing, open, close: () => router.history.back() };
}
