import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import type { PopupSearch } from './popupSearch.ts';

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
