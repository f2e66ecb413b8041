import { createStore } from './store.ts';

/** The new profile picture of a member, shown from its file in place of the earlier one until the server has made its sizes. */
export const newPicture = createStore<{ userId: number; url: string; replaces: string | null } | null>(null);
