import { probe } from '@kith/db/testing';
import type { Context } from '@kith/domain';
import { withoutTriggers } from './bulk.ts';

/** The id of the group with 50 members. The other 199 groups have three members each. */
export const largeGroup = 1_000_001;

/** Statements that put a member into 200 groups, each with 20 unread messages whose words are indexed for search. */
const steps = (talker: number): string[] => [
  `insert into chats (id, kind, name, maker_id)
   select ${largeGroup} - 1 + n, 'group', 'Group ' || n, ${talker} from generate_series(1, 200) n`,
  `insert into memberships (chat_id, user_id, unread_count)
   select d.id, u.id, case when u.id = ${talker} then 20 else 0 end from chats d
   join users u on u.id = ${talker} or u.id between 300 and case when d.id = ${largeGroup} then 348 else 301 end
   where d.id >= ${largeGroup}`,
  `insert into messages (sender_id, chat_id, content)
   select 300, d.id, 'Line ' || n || ' with word' || (d.id + n) % 50
   from chats d cross join generate_series(1, 20) n where d.id >= ${largeGroup} order by n, d.id`,
  `insert into message_words (message_id, word, chat_id)
   select m.id, w.word, m.chat_id from messages m
   cross join lateral unnest(string_to_array(lower(m.content), ' ')) w (word) where m.chat_id >= ${largeGroup}`,
  `update chats d set last_id = n.last from (select chat_id, max(id) as last from messages where chat_id >= ${largeGroup} group by 1) n where n.chat_id = d.id`,
  'update memberships s set last_message_id = d.last_id from chats d where d.id = s.chat_id and s.contact_id is null',
];

export const fillChats = (ctx: Context, talker: number): Promise<void> =>
  withoutTriggers(ctx.db.pool, async (pool) => {
    for (const sql of steps(talker)) await probe({ pool }, sql);
  });
