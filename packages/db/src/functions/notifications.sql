-- name: wants_notification
-- Whether a member wants notifications of a kind; if `alert` is true, whether also with a bell, badge or push.
create or replace function wants_notification(member bigint, kind text, alert boolean) returns boolean language sql stable as $body$
  select coalesce((
    select (s.enabled or not alert) and case kind
      when 'mention' then s.tags
      when 'follow' then s.followers
      when 'accepted' then s.followers
      when 'like' then s.likes
      when 'commentLike' then s.likes
      when 'comment' then s.comments
      when 'reply' then s.comments
      when 'joined' then s.joins
      when 'album' then s.tags
      when 'eventTomorrow' then s.events
      when 'eventSoon' then s.events
      when 'eventMoved' then s.events
      when 'eventCancelled' then s.events
      when 'birthday' then s.birthdays
      when 'message' then s.messages
      else true
    end
    from notification_settings s where s.user_id = member
  ), true)
$body$

-- name: notify_member
-- Records a notification to a member in the transaction of the actor's action; `deliver` in notifications.sql delivers it within
-- a second. Returns false, and records nothing, if the actor is the member.
create or replace function notify_member(to_member bigint, what text, actor bigint, about_post bigint, about_comment bigint)
returns boolean language plpgsql as $body$
begin
  if to_member = actor then
    return false;
  end if;
  insert into pending_notifications (recipient_id, kind, actor_id, post_id, comment_id)
  values (to_member, what, actor, about_post, about_comment);
  return true;
end
$body$

-- name: recount_notified_actors
-- Runs after events are deleted: recounts the actors of the events' notifications, deletes notifications without actors, and marks
-- those as read that only the deleted events had made unread.
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
  update notifications n set read_at = now()
  where id in (select notification_id from gone) and read_at is null and read_event_id is not null
    and not exists (select from notification_events e where e.notification_id = n.id and e.id > n.read_event_id);
  return null;
end
$body$

-- name: notification_events_gone
create trigger notification_events_gone after delete on notification_events
referencing old table as gone for each statement execute function recount_notified_actors()

-- name: uncount_unlisted_likes
-- Runs after likes are deleted. If the notification of a deleted like is still pending, deletes the pending row. If the like was
-- only counted, without an event, subtracts it from the notification. An event stays, but `notification_event_shown` hides it.
create or replace function uncount_unlisted_likes() returns trigger language plpgsql as $body$
declare
  withdrawn bigint[];
begin
  with pending as (
    delete from pending_notifications t using gone g
    where t.actor_id = g.user_id and t.kind = 'like' and t.post_id = g.post_id
    returning g.id
  )
  select array_agg(id) into withdrawn from pending;
  update notifications n
  set actors_count = n.actors_count - g.likes, unlisted_count = n.unlisted_count - g.likes
  from (
    select n.id, count(*)::int as likes
    from gone g
    join posts p on p.id = g.post_id and p.author_id <> placeholder_user()
    join notifications n on n.recipient_id = p.author_id and n.kind = 'like' and n.post_id = g.post_id
      and n.day = (g.created_at at time zone 'utc')::date and n.unlisted_count > 0
    where g.user_id <> p.author_id and (g.id = any (withdrawn)) is not true and not exists (
      select from notification_events e
      where e.recipient_id = p.author_id and e.kind = 'like' and e.actor_id = g.user_id and e.post_id = g.post_id
    )
    group by n.id
  ) g
  where n.id = g.id and n.unlisted_count >= g.likes;
  return null;
end
$body$

-- name: likes_uncounted
create trigger likes_uncounted after delete on likes
referencing old table as gone for each statement execute function uncount_unlisted_likes()
