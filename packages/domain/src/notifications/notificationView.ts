import type { NotificationView } from '@kith/contracts';
import type { NotificationRow } from '@kith/db';
import type { DomainSettings } from '../context.ts';
import { postImageUrl } from '../media.ts';
import { userSummary } from '../users/userView.ts';

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
