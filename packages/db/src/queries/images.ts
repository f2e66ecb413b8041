import type { Image, Post } from '../entities/index.ts';
import type { Columns, Present } from '../rows.ts';
import { statement } from '../statement.ts';

/** Statements that read or write images. */
export const imageQueries = {
  public: statement<[anonymous: number, key: string], { public: true }>('images/public'),
  inChat: statement<[member: number, key: string], { seen: true }>('images/inChat'),
  showInChat: statement<[group: number, image: number], Columns<Image, 'key'>>('images/showInChat'),
  shownIn: statement<[post: number], Columns<Image, 'id' | 'key'>>('images/shownIn'),
  rename: statement<[image: number, from: string, to: string], Columns<Image, 'owner'> & Present<Image, 'postId'>>(
    'images/rename',
  ),
  ready: statement<[image: number], Columns<Image, 'key' | 'widths'>>('images/ready'),
  stored: statement<[owner: number], { bytes: number }>('images/stored'),
  resume: statement<[before: Date, rows: number], { jobs: number }>('images/resume'),
  beginAttempt: statement<[image: number], Columns<Image, 'attempts'>>('images/beginAttempt'),
  lock: statement<[author: number, post: number], Columns<Post, 'image' | 'morePictures'>>('images/lock'),
  lockPostOf: statement<[image: number], Columns<Post, 'id'>>('images/lockPostOf'),
  add: statement<
    [
      post: number,
      author: number,
      key: string,
      width: number,
      height: number,
      bytes: number,
      alt: string | null,
      clientId: string | null,
      max: number,
    ],
    Columns<Image, 'id'> & { added: boolean }
  >('images/add'),
  move: statement<[post: number, image: number, position: number], Columns<Post, 'id'>>('images/move'),
  inPost: statement<[post: number, image: number], Columns<Image, 'id'>>('images/inPost'),
  setDescription: statement<[post: number, image: number, alt: string | null], Columns<Image, 'id'>>(
    'images/setDescription',
  ),
  removeFromPost: statement<[post: number, image: number], Columns<Image, 'key'>>('images/removeFromPost'),
  replaceFirst: statement<[post: number, image: number], { keys: Image['key'][] }>('images/replaceFirst'),
  alts: statement<[post: number], Present<Image, 'alt'>>('images/alts'),
};
