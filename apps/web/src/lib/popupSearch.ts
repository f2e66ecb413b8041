type Words<S> = S extends `${infer First} ${infer Rest}` ? First | Words<Rest> : S;

/**
 * The popups over a page. They are part of the address, so Back closes them. A string adds less to the first load than a list.
 */
const popups =
  'compose friends followers following settings edit-profile personal privacy alerts delete-account help contact terms invitations tokens webhooks second-factor close-friends import';
export type Popup = Words<typeof popups>;

export interface PopupSearch {
  popup?: Popup | undefined;
  post?: number | undefined;
  /** Whether the account screen shows the bookmarks. */
  saved?: true | undefined;
  /** The notification whose actors are listed. */
  people?: number | undefined;
  /** The post whose likers are listed. */
  likes?: number | undefined;
  /** Opens the editor of `post`, which must be the member's own. */
  edit?: true | undefined;
}

/** The id in a search parameter; undefined if its value is not an id. */
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
