import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
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

export function usePopup() {
  const router = useRouter();
  const navigate = useNavigate();
  const search = useRouterState({ select: (state) => state.location.search as PopupSearch });

  const open = (next: PopupSearch, replace = false) => {
    const settings = settingsAddress(next.popup);
    const go = () =>
      navigate({
        to: '.',
        search: (old: object) => ({
          ...old,
          popup: undefined,
          post: undefined,
          edit: undefined,
          likes: undefined,
          people: undefined,
          ...next,
        }),
        ...(next.post !== undefined && { mask: postAddress(next.post, next.edit) }),
        ...(settings !== undefined && { mask: { to: settings } }),
        state: { opened: replace ? router.state.location.state.opened : true },
        resetScroll: false,
        replace,
      } as never);
    const { post, edit, likes } = next;
    if (post === undefined || edit || likes !== undefined || search.post !== undefined) return go();
    return grow(post, true, go);
  };

  /** Goes back in the history if the popup was opened from a page, otherwise removes it from the address. */
  const close = () => {
    const go = () => (router.state.location.state.opened ? router.history.back() : void open({}, true));
    if (search.post === undefined || search.likes !== undefined) go();
    else void grow(search.post, false, go);
  };

  return {
    popup: search.popup,
    post: search.post,
    likes: search.likes,
    people: search.people,
    edit: search.edit === true,
    open,
    close,
  };
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
