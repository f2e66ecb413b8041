import type { Image } from '../entities/index.ts';
import type { Columns, Plain, Present } from '../rows.ts';
import { statement } from '../statement.ts';

/** Statements that read or write images. */
export const imageQueries = {
  public: statement<[nobody: number, key: string], { public: true }>('images/public'),
  shownIn: statement<[post: number], Columns<Image, 'id' | 'key'>>('images/shownIn'),
  rename: statement<[image: number, from: string, to: string], Columns<Image, 'owner'> & Present<Image, 'postId'>>(
    'images/rename',
  ),
  ready: statement<[image: number], Columns<Image, 'key' | 'widths'>>('images/ready'),
  stored: statement<[owner: number], { bytes: number }>('images/stored'),
  resume: statement<[before: Date, rows: number], { jobs: number }>('images/resume'),
  beginAttempt: statement<[image: number], Columns<Image, 'attempts'>>('images/beginAttempt'),
  needed: statement<[keys: string[], inStates: Plain<Image['status']>[]], Columns<Image, 'key'>>('images/needed'),
};
