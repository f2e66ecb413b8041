-- name: placeholder_user
-- The id of the placeholder user, who is marked as deleted: the author of deleted posts until jobs delete the rows, and of
-- deleted comments that have replies. The same id stands for a viewer without a session.
create or replace function placeholder_user() returns bigint language sql immutable parallel safe as $body$ select 0::bigint $body$

-- name: was_in_audience
-- The lookups of this function and of `more_pictures` are seldom needed. In a statement, each execution would prepare them all the same.
-- Whether the viewer was already in the audience of a post by the author when the author froze it. A member who left the audience
-- and came back counts from the time of coming back.
create or replace function was_in_audience(viewer bigint, author bigint, audience text, frozen_at timestamptz) returns boolean
language plpgsql stable parallel safe as $body$
begin
  if audience = 'close' then
    return exists (select from close_friends k where k.owner_id = author and k.friend_id = viewer and k.created_at <= frozen_at);
  end if;
  return exists (select from follows f where f.follower_id = viewer and f.followed_id = author and f.created_at <= frozen_at)
    and (audience = 'public'
      or exists (select from follows f where f.follower_id = author and f.followed_id = viewer and f.created_at <= frozen_at));
end
$body$

-- name: more_pictures
-- The pictures of a post after the first, as JSON in order, at most nine. Only the author gets unprocessed ones.
create or replace function more_pictures(post bigint, own boolean) returns json language plpgsql stable parallel safe as $body$
begin
  return (select coalesce(json_agg(more), '[]') from (
    select m.id, m.alt, m.status, m.key, m.widths, m.width, m.height, m.thumbhash, m.media, m.container, m.duration_ms,
      m.failure
    from images m
    where m.post_id = post and m.position between 1 and 9 and (m.status = 'ready' or own) order by m.position
  ) more);
end
$body$

-- name: pictures_of
-- The pictures that a post shows, with positions from 0. A picture that will replace the first one is not shown yet.
create or replace function pictures_of(post bigint) returns table (id bigint, "position" bigint)
language sql stable parallel safe as $body$
  select i.id, row_number() over (order by coalesce(i.position, 0)) - 1
  from images i where i.post_id = post and (i.position is not null or i.id = (select p.image_id from posts p where p.id = post))
$body$
