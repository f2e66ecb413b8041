import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { grow } from './grow.ts';
import type { PopupSearch } from './popupSearch.ts';
import { settingsAddress } from './settingsAddress.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    opened?: boolean;
    /** The index, from 0, of the picture of the shown post that is open in the full-screen viewer. */
    viewing?: number;
  }
}

/** The address of a post's own page, which is displayed while the post is an overlay. */
export const postAddress = (postId: number, edit?: true) =>
  ({ to: '/post/$postId', params: { postId: String(postId) }, search: edit ? { edit } : {} }) as const;

/** The popup in the address. */
export const usePopupSearch = (): PopupSearch =>
  useRouterState({ select: (state) => state.location.search as PopupSearch });

/**
 * Opens late what closes at once: a deferred value suspends without a fallback, so what is open stays while the code of the next
 * popup is loading, and React does not wait its 300 ms between the fallback and the popup.
 */
export function useOpened<T>(asked: T | undefined): T | undefined {
  const loaded = useDeferredValue(asked, undefined);
  return asked === undefined ? undefined : loaded;
}

/** Opens and closes popups, without rendering again when another one is open. */
export function usePopup() {
  const router = useRouter();
  return useMemo(() => {
    const state = () => router.state.location.state;
    const shown = () => router.state.location.search as PopupSearch;

    /** A list of likers opens above the open post, and an editor in its place. */
    const open = (next: PopupSearch, replace = next.edit === true && shown().post !== undefined) => {
      const { post: over } = shown();
      const post = next.post ?? (next.likes === undefined ? undefined : over);
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
      if (post === undefined || next.edit || over !== undefined) return go();
      return grow(post, true, go);
    };

    /** Goes back in the history if the popup was opened from a page, otherwise removes it from the address. */
    const close = () => {
      const { post, likes } = shown();
      const go = () => (state().opened ? router.history.back() : void open({}, true));
      if (post === undefined || likes !== undefined) go();
      else void grow(post, false, go);
    };

    return { open, close };
  }, [router]);
}

/** The full-screen viewer of the shown post's pictures has its own history entry: Back closes it and not the post. */
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
