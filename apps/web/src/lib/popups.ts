import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';

/** What may lie over a page; it is part of the address, so Back closes it. */
export const popups = [
  'compose',
  'friends',
  'followers',
  'following',
  'settings',
  'edit-profile',
  'personal',
  'privacy',
  'alerts',
  'delete-account',
  'help',
  'contact',
  'terms',
  'invitations',
] as const;
export type Popup = (typeof popups)[number];

export interface PopupSearch {
  popup?: Popup | undefined;
  post?: number | undefined;
  /** One's own post in the editor, instead of as others see it. */
  edit?: true | undefined;
}

export function readPopup(search: Record<string, unknown>): PopupSearch {
  const post = Number(search.post);
  return {
    popup: popups.find((popup) => popup === search.popup),
    post: Number.isSafeInteger(post) && post > 0 ? post : undefined,
    edit: search.edit === true ? true : undefined,
  };
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    opened?: boolean;
  }
}

export function usePopup() {
  const router = useRouter();
  const navigate = useNavigate();
  const search = useRouterState({ select: (state) => state.location.search as PopupSearch });

  const open = (next: PopupSearch, replace = false) =>
    navigate({
      to: '.',
      search: (old: object) => ({ ...old, popup: undefined, post: undefined, edit: undefined, ...next }),
      state: { opened: replace ? router.state.location.state.opened : true },
      resetScroll: false,
      replace,
    } as never);

  /** Goes back in history if the popup was opened from a page, and otherwise only removes it from the address. */
  const close = () => {
    if (router.state.location.state.opened) router.history.back();
    else open({}, true);
  };

  return { popup: search.popup, post: search.post, edit: search.edit === true, open, close };
}
