import type { Page, PostView } from '@kith/contracts';
import { eventQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { type PageInput, timeCursor } from '../cursor.ts';
import { pictureAddresses } from '../images/pictureAddresses.ts';
import { postView } from '../posts/postView.ts';
import { visiblePage } from '../visiblePage.ts';

/** The events that run or are to come and that the caller may see, soonest first, with those that are called off. */
export async function listEvents(ctx: Context, actor: Actor, input: PageInput): Promise<Page<PostView>> {
  const address = await pictureAddresses(ctx);
  return visiblePage(input, {
    key: (cursor) => (cursor == null ? { at: '-infinity', id: 0 } : timeCursor(cursor)),
    read: ({ at, id }, rows) => ctx.db.run(eventQueries.upcoming, [actor.userId, at, id, rows]),
    view: (row) => postView(ctx.settings, address, row),
    keyOf: (row) => [row.starts_at, row.id],
  });
}
