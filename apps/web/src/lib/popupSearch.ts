type Words<S> = S extends `${infer First} ${infer Rest}` ? First | Words<Rest> : S;

/**
 * The names of the popups over a page. The open popup is part of the address, so that Back closes it. The names are in one
 * string, because that adds less to the first load than an array.
 */
const popups =
  'compose friends followers following settings edit-profile personal privacy notifications delete-account help contact terms invitations tokens webhooks second-factor close-friends import devices blocked calendar';
export type Popup = Words<typeof popups>;

export interface PopupSearch {
  popup?: Popup | undefined;
  post?: number | undefined;
  /** Set if the account screen shows the bookmarks. */
  saved?: true | undefined;
  /** The id of the notification whose actors are listed. */
  people?: number | undefined;
  /** The id of the post whose likers are listed. */
  likes?: number | undefined;
  /** Set if the editor of the post `post` is open. The post must be the member's own. */
  edit?: true | undefined;
}

/** Returns the id in a search parameter, or undefined if its value is not an id. */
export const readId = (value: unknown): number | undefined => {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

export function readPopup(search: Record<string, unknown>): PopupSearch {
  return {
    popup: popups.split(' ').find((popup) => popup === search.popup) as Popup | undefined,
    post: readId(search.post),
    likes: readId(search.likes),
    people: readId(search.people),
    saved: search.saved === true || undefined,
    edit: search.edit === true || undefined,
  };
}
