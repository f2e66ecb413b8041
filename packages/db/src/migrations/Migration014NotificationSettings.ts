import { Migration } from '@mikro-orm/migrations';

const settings = `
create table notification_settings (
  user_id bigint primary key references users on delete cascade,
  enabled boolean not null default true,
  messages boolean not null default true,
  tags boolean not null default true,
  followers boolean not null default true
)
`;

/**
 * The one rule of the switches: whether a member wants to know of a kind of thing, and if `aloud`, to be told of it: by the
 * bell, a badge or a push. Who never touched a switch has no row, and wants all.
 */
const wanted = `
create function wanted(member bigint, what text, aloud boolean) returns boolean language sql stable as $body$
  select coalesce((
    select (s.enabled or not aloud) and case what
      when 'mention' then s.tags
      when 'follow' then s.followers
      when 'message' then s.messages
      else true
    end
    from notification_settings s where s.user_id = member
  ), true)
$body$
`;

/** As before, but that nothing is made of what the member does not want to know. */
const notify = `
create or replace function notify_member(to_member bigint, what text, actor bigint, about_post bigint, about_comment bigint)
returns boolean language plpgsql as $body$
declare
  entry bigint;
begin
  if to_member = actor or not wanted(to_member, what, false) then
    return false;
  end if;
  insert into notifications (recipient_id, kind, post_id, day, actors_count)
  values (to_member, what, about_post, (now() at time zone 'utc')::date, 0)
  on conflict (recipient_id, kind, post_id, day) do update set day = excluded.day
  returning id into entry;
  insert into notification_events (notification_id, recipient_id, kind, actor_id, post_id, comment_id)
  values (entry, to_member, what, actor, about_post, about_comment)
  on conflict (recipient_id, kind, actor_id, post_id, comment_id) do nothing;
  if not found then
    delete from notifications where id = entry and actors_count = 0;
    return false;
  end if;
  update notifications set updated_at = now(), read_at = null,
    actors_count = actors_count + case
      when what in ('like', 'follow') then 1
      when (select count(*) from notification_events where notification_id = entry and actor_id = actor) > 1 then 0
      else 1
    end
  where id = entry;
  return true;
end
$body$
`;

/** What each member wants to be told of, on all their devices. */
export class Migration014NotificationSettings extends Migration {
  override up(): void {
    for (const statement of [settings, wanted, notify]) this.addSql(statement);
  }
}
