/** What may lie over a page; it is part of the address, so Back closes it. */
const popups = [
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
