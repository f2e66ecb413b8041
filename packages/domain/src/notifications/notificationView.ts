import type { NotificationRow } from '@kith/db';
import type { DomainSettings } from '../context.ts';
import { postImageUrl } from '../media.ts';
import { type UserSummary, userSummary } from '../users/userView.ts';

/** One grouped entry: `actors` holds the newest three, `actorsCount` all. */
export interface NotificationView {
  notificationId: number;
  kind: 'follow' | 'like' | 'comment' | 'mention';
  actors: UserSummary[];
  actorsCount: number;
  post: { postId: number; caption: string; imageUrl: string | null } | null;
  excerpt: string | null;
  createdAt: string;
  read: boolean;
}

export const notificationView = (settings: DomainSettings, row: NotificationRow): NotificationView => ({
  notificationId: row.id,
  kind: row.kind,
  actors: row.actors.map((actor) => userSummary(settings, actor)),
  actorsCount: row.actors_count,
  post:
    row.post_id === null || row.caption === null
      ? null
      : {
          postId: row.post_id,
          caption: row.caption,
          imageUrl: postImageUrl(settings, row.image_key, row.image_widths),
        },
  excerpt: row.kind === 'comment' ? row.excerpt : null,
  createdAt: row.updated_at,
  read: row.read,
});
