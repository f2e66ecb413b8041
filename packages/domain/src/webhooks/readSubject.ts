import type { WebhookData, WebhookEvent } from '@kith/contracts';
import { followQueries, notificationQueries, postQueries, Report, User, webhookQueries } from '@kith/db';
import type { Context } from '../context.ts';
import { summaryOfUser, userSummary } from '../users/userView.ts';

/** No user has this id, so a query with it as the viewer returns only public content. */
const anonymousViewer = 0;

type Readers = {
  [E in WebhookEvent]: (ctx: Context, userId: number, subjectId: number) => Promise<WebhookData[E] | null>;
};

/**
 * Each function reads the subject of an event as its receiver may see it now. Null if the receiver may not see the subject, or
 * it is deleted.
 */
const readers: Readers = {
  async 'notification.created'({ db, settings }, userId, id) {
    const [row] = await db.run(notificationQueries.one, [userId, id, false]);
    return row
      ? {
          notificationId: row.id,
          kind: row.kind,
          actors: row.actors.map((actor) => userSummary(settings, actor)),
          actorsCount: row.actors_count,
          postId: row.post_id,
          createdAt: row.updated_at,
        }
      : null;
  },
  async 'follow.asked'({ db, settings }, userId, id) {
    const [row] = await db.run(followQueries.request, [userId, id, false]);
    return row ? { user: userSummary(settings, row), createdAt: row.created_at } : null;
  },
  async 'message.sent'({ db, settings }, userId, id) {
    const [row] = await db.run(webhookQueries.message, [userId, id]);
    if (!row || row.chat_id === null) return null;
    const sender = userSummary(settings, { ...row, id: row.sender_id });
    return { messageId: row.id, chatId: row.chat_id, sender, request: row.request, createdAt: row.created_at };
  },
  async 'user.created'({ db, settings }, _, id) {
    const user = await db.em().findOne(User, { id, deletedAt: null, disabledAt: null });
    const summary = summaryOfUser(settings, user);
    return user && summary && { user: summary, createdAt: user.createdAt.toISOString() };
  },
  async 'report.created'({ db }, _, id) {
    const report = await db.em().findOne(Report, { id, case: { outcome: null } }, { populate: ['case'] });
    if (!report) return null;
    const { case: about, reason, createdAt } = report;
    return { caseId: about.id, kind: about.kind, reason, createdAt: createdAt.toISOString() };
  },
  async 'post.created'({ db, settings }, _, id) {
    const [row] = await db.run(postQueries.byIds, [anonymousViewer, [id]]);
    return row
      ? { postId: row.id, user: userSummary(settings, { ...row, id: row.author_id }), createdAt: row.created_at }
      : null;
  },
  'webhook.test': async () => ({}),
};

/**
 * Reads the `data` of an event for its receiver; null if the receiver may not see the subject, or only another version knows the
 * event.
 */
export const readSubject = async (
  ctx: Context,
  event: string,
  userId: number,
  subjectId: number,
): Promise<WebhookData[WebhookEvent] | null> =>
  Object.hasOwn(readers, event) ? readers[event as WebhookEvent](ctx, userId, subjectId) : null;
