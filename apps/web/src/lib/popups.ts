import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { grow } from './grow.ts';
import type { PopupSearch } from './popupSearch.ts';
import { settingsAddress } from './settingsAddress.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    opened?: boolean;
    /** The index of the picture that is open in the full-screen viewer of a post's pictures. */
    viewing?: number;
  }
}

/** The address of a post's own page, shown in the address bar while the post is open in a popup. */
export const postAddress = (postId: number, edit?: true) =>
  ({ to: '/post/$postId', params: { postId: String(postId) }, search: edit ? { edit } : {} }) as const;

/** The popup parameters in the address. */
export const usePopupSearch = (): PopupSearch =>
  useRouterState({ select: (state) => state.location.search as PopupSearch });

/**
 * Returns `asked`, but a new value only once its code is loaded; undefined is returned at once. A deferred value suspends without
 * a fallback, so the page stays as it is while the code is loading, without React's 300 ms delay between fallback and popup.
 */
export function useOpened<T>(wanted: T | undefined): T | undefined {
  const loaded = useDeferredValue(wanted, undefined);
  return wanted === undefined ? undefined : loaded;
}

/** Opens and closes popups. The functions never change, so components that use them do not render again for another popup. */
export function usePopup() {
  const router = useRouter();
  return useMemo(() => {
    const state = () => router.state.location.state;
    const shown = () => router.state.location.search as PopupSearch;

    /** The list of likers opens above the open post; the editor replaces it. */
    const open = (next: PopupSearch, replace = next.edit === true && shown().post !== undefined) => {
      const { post: openPost } = shown();
      const post = next.post ?? (next.likes === undefined ? undefined : openPost);
      const settings = settingsAddress(next.popup);
      const go = () =>
        router.navigate({
          to: '.',
          search: (old: object) => ({
            ...old,
            popup: undefined,
            edit: undefined,
            likes: undefined,
            people: undefined,
            ...next,
            post,
          }),
          ...(post !== undefined && { mask: postAddress(post, next.edit) }),
          ...(settings !== undefined && { mask: { to: settings } }),
          state: { opened: replace ? state().opened : true },
          resetScroll: false,
          replace,
        } as never);
      if (post === undefined || next.edit || openPost !== undefined) return go();
      return grow(post, true, go);
    };

    /** Goes back in the history if the popup was opened from a page, otherwise removes the popup from the address. */
    const close = () => {
      const { post, likes } = shown();
      const go = () => (state().opened ? router.history.back() : void open({}, true));
      if (post === undefined || likes !== undefined) go();
      else void grow(post, false, go);
    };

    return { open, close };
  }, [router]);
}

/**
 * The state of the full-screen picture viewer. It has a history entry of its own, so that Back closes it and not the post below.
 */
export function useViewing() {
  const router = useRouter();
  const navigate = useNavigate();
  const viewing = useRouterState({ select: (state) => state.location.state.viewing });
  const open = (index: number) => {
    const { search, state } = router.state.location;
    const { post } = search as PopupSearch;
    return navigate({
      to: '.',
      search: (old: object) => old,
      ...(post !== undefined && { mask: postAddress(post) }),
      state: { opened: state.opened, viewing: index },
      resetScroll: false,
    } as never);
  };
  return { viewing, open, close: () => router.history.back() };
}
