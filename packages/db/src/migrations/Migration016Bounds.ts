import { Migration } from '@mikro-orm/migrations';

const columns = `
alter table notifications add column if not exists unlisted_count int not null default 0
`;

/** Built while others write, begun anew after a crash. */
const indexes = [
  ['notifications_day', 'notifications (day, id)'],
  ['notifications_read', 'notifications (day, id) where read_at is not null'],
  ['follows_fan_out', 'follows (followed_id, follower_id)'],
].flatMap(([name, on]) => [`drop index concurrently if exists ${name}`, `create index concurrently ${name} on ${on}`]);

/**
 * Past a hundred actors of one entry that waits to be read, a like is only counted there, and one a minute is listed, so
 * that the newest names stay new: a post that a million like makes a few thousand events and not a million. Changing
 * no indexed column, the count costs no index anything.
 */
const notify = `
create or replace function notify_of_like(to_member bigint, actor bigint, about_post bigint)
returns boolean language plpgsql as $body$
begin
  update notifications n set actors_count = actors_count + 1, unlisted_count = unlisted_count + 1
  where recipient_id = to_member and kind = 'like' and post_id = about_post and day = (now() at time zone 'utc')::date
    and read_at is null and actors_count - unlisted_count >= 100 and updated_at > now() - interval '1 minute'
    and to_member <> actor
    and not exists (
      select from notification_events e
      where e.recipient_id = to_member and e.kind = 'like' and e.actor_id = actor and e.post_id = about_post
    );
  if found then
    return false;
  end if;
  return notify_member(to_member, 'like', actor, about_post, null);
end
$body$
`;

/** A like that was counted and not listed is counted out where it goes: taken back, or with its member. */
const uncount = `
create or replace function uncount_unlisted_likes() returns trigger language plpgsql as $body$
begin
  update notifications n
  set actors_count = n.actors_count - g.likes, unlisted_count = n.unlisted_count - g.likes
  from (
    select n.id, count(*)::int as likes
    from gone g
    join posts p on p.id = g.post_id and p.author_id <> 0
    join notifications n on n.recipient_id = p.author_id and n.kind = 'like' and n.post_id = g.post_id
      and n.day = (g.created_at at time zone 'utc')::date and n.unlisted_count > 0
    where g.user_id <> p.author_id and not exists (
      select from notification_events e
      where e.recipient_id = p.author_id and e.kind = 'like' and e.actor_id = g.user_id and e.post_id = g.post_id
    )
    group by n.id
  ) g
  where n.id = g.id and n.unlisted_count >= g.likes;
  return null;
end
$body$
`;

/**
 * Counts out those of whom no event is left, which costs what went and not what stays: one statement may take the next two
 * thousand events of a million. The entries are locked first: a look before would miss an event that is being added.
 */
const recount = `
create or replace function recount_notified_actors() returns trigger language plpgsql as $body$
begin
  if not exists (select from gone) then
    return null;
  end if;
  perform from notifications where id in (select notification_id from gone) order by id for update;
  update notifications n set actors_count = greatest(n.actors_count - g.actors, n.unlisted_count)
  from (
    select notification_id, count(*)::int as actors
    from (select distinct notification_id, recipient_id, kind, actor_id, post_id from gone) d
    where not exists (
      select from notification_events e
      where e.recipient_id = d.recipient_id and e.kind = d.kind and e.actor_id = d.actor_id and e.post_id = d.post_id
        and e.notification_id = d.notification_id
    )
    group by notification_id
  ) g
  where n.id = g.notification_id;
  delete from notifications n where actors_count = 0 and id in (select notification_id from gone)
    and not exists (select from notification_events e where e.notification_id = n.id);
  return null;
end
$body$
`;

const trigger = `
create or replace trigger likes_uncounted after delete on likes
referencing old table as gone for each statement execute function uncount_unlisted_likes()
`;

/** What keeps tables and statements within bounds, however many like one post, follow one member, or leave. */
export class Migration016Bounds extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const statement of [columns, ...indexes, notify, uncount, recount, trigger]) this.addSql(statement);
  }
}
