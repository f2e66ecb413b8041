import type { Context } from '../context.ts';

/** One list of what a member has here. */
export interface Section {
  name: 'posts' | 'comments' | 'likes' | 'following' | 'followers' | 'messages' | 'notifications' | 'sessions';
  /** $1 the member. */
  text: string;
}

/** A name as others may see it: none for members who are gone or shut out. */
const name = (user: string) =>
  `case when ${user}.deleted_at is null and ${user}.disabled_at is null then ${user}.user_name end`;

export const sections: Section[] = [
  {
    name: 'posts',
    text: `select p.id as "postId", p.created_at as "createdAt", p.edited_at as "editedAt", p.caption, p.location,
        p.likes_count as "likesCount", p.comments_count as "commentsCount",
        case when i.id is not null then 'pictures/' || p.id || '.webp' end as picture
      from posts p left join images i on i.id = p.image_id and i.status = 'ready'
      where p.author_id = $1 order by p.id`,
  },
  {
    name: 'comments',
    text: `select c.created_at as "createdAt", c.content, c.post_id as "postId", ${name('u')} as "userName"
      from comments c join posts p on p.id = c.post_id join users u on u.id = p.author_id
      where c.author_id = $1 order by c.id`,
  },
  {
    name: 'likes',
    text: `select l.created_at as "createdAt", l.post_id as "postId", ${name('u')} as "userName"
      from likes l join posts p on p.id = l.post_id join users u on u.id = p.author_id
      where l.user_id = $1 order by l.id`,
  },
  {
    name: 'following',
    text: `select f.created_at as "createdAt", u.user_name as "userName"
      from follows f join users u on u.id = f.followed_id and u.deleted_at is null and u.disabled_at is null
      where f.follower_id = $1 order by f.followed_id`,
  },
  {
    name: 'followers',
    text: `select f.created_at as "createdAt", u.user_name as "userName"
      from follows f join users u on u.id = f.follower_id and u.deleted_at is null and u.disabled_at is null
      where f.followed_id = $1 order by f.follower_id`,
  },
  {
    name: 'messages',
    text: `select m.created_at as "createdAt", m.sender_id = $1 as sent, ${name('u')} as "userName", m.content,
        m.read_at as "readAt"
      from (select * from messages where sender_id = $1 union all select * from messages where receiver_id = $1) m
      join users u on u.id = case when m.sender_id = $1 then m.receiver_id else m.sender_id end
      order by m.id`,
  },
  {
    name: 'notifications',
    text: `select e.created_at as "createdAt", e.kind, u.user_name as "userName", e.post_id as "postId", c.content
      from notification_events e join users u on u.id = e.actor_id and u.deleted_at is null and u.disabled_at is null
      left join comments c on c.id = e.comment_id
      where e.notification_id in (select id from notifications where recipient_id = $1)
      order by e.id`,
  },
  {
    name: 'sessions',
    // The id, the token's hash, stays here.
    text: `select created_at as "createdAt", last_seen_at as "lastSeenAt", device
      from sessions where user_id = $1 order by last_seen_at desc`,
  },
];

export type Row = Record<string, unknown>;

/** A member's own account, without its secrets. */
export interface Profile extends Row {
  userName: string;
  language: 'en' | 'es' | 'pl';
  /** Its place in the archive. */
  picture: string | null;
}

const rowsAtOnce = 500;

/** The rows of a section, some of them in memory at a time: a cursor sorts once, where pages would sort each time. */
export async function* rowsOf(ctx: Context, userId: number, text: string): AsyncGenerator<Row> {
  const client = await ctx.db.pool.connect();
  let whole = false;
  try {
    await client.query('begin read only');
    await client.query(`declare export no scroll cursor for ${text.replaceAll('$1', String(Number(userId)))}`);
    for (let more = true; more; ) {
      const { rows } = await client.query<Row>(`fetch ${rowsAtOnce} from export`);
      yield* rows;
      more = rows.length === rowsAtOnce;
    }
    await client.query('commit');
    whole = true;
  } finally {
    // A connection in the midst of it is of no use to the next.
    client.release(!whole);
  }
}
