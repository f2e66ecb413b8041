-- name: picture_shown
-- Whether a viewer who sees a post also sees the picture that the member `owner` added to it: not if `owner` is disabled or deleted, or
-- has a block with the viewer or with the author of the post.
create or replace function picture_shown(owner bigint, author bigint, viewer bigint) returns boolean
language plpgsql stable parallel safe as $body$
begin
  return owner = viewer or exists (select from users u where u.id = owner and u.disabled_at is null and u.deleted_at is null)
    and not exists (
      select from blocks b where (b.blocker_id, b.blocked_id) in ((owner, viewer), (viewer, owner), (owner, author), (author, owner)));
end
$body$

-- name: shown_pictures
-- The pictures of a post that a viewer who sees the post sees, and who added them. Pictures that are not processed are for the author
-- of the post and for who added them.
create or replace function shown_pictures(post bigint, viewer bigint) returns table (
  "position" smallint, id bigint, alt text, status text, key text, widths int[], width int, height int, thumbhash text, media text,
  container text, duration_ms int, adder_id bigint, user_name text, display_name text, picture_key text)
language sql stable parallel safe as $body$
  select coalesce(i.position, 0::smallint), i.id, i.alt, i.status, i.key, i.widths, i.width, i.height, i.thumbhash, i.media,
    i.container, i.duration_ms, u.id, u.user_name, u.display_name, u.picture_key
  from posts p
  join images i on i.post_id = p.id and (i.position is not null or i.id = p.image_id)
  join users u on u.id = i.owner_id
  where p.id = shown_pictures.post and (i.status = 'ready' or viewer in (p.author_id, i.owner_id))
    and (i.owner_id = p.author_id or picture_shown(i.owner_id, p.author_id, viewer))
$body$

-- name: album_pictures
-- The first five pictures of an album that the viewer sees, the number of all, and the names after an @ in the caption that were the
-- viewer's when it was written, as JSON. Few posts are albums: a lookup in the statement itself would be prepared for each execution
-- all the same.
create or replace function album_pictures(post bigint, viewer bigint) returns json language plpgsql stable parallel safe as $body$
begin
  return (select json_build_object('count', count(*), 'pictures', coalesce(json_agg(json_build_object('id', s.id, 'alt', s.alt,
      'status', s.status, 'key', s.key, 'widths', s.widths, 'width', s.width, 'height', s.height, 'thumbhash', s.thumbhash,
      'media', s.media, 'container', s.container, 'duration_ms', s.duration_ms,
      'failure', case when s.status = 'failed' then (select i.failure from images i where i.id = s.id) end, 'adder', json_build_object('id', s.adder_id,
      'user_name', s.user_name, 'display_name', s.display_name, 'picture_key', s.picture_key)) order by s.position)
      filter (where s.place <= 5), '[]'), 'names', (select coalesce(json_agg(rtrim(lower(m.found[1]), '.-')), '[]')
      from posts p cross join lateral regexp_matches(p.caption, '@([A-Za-z0-9_.-]+)', 'g') m (found)
      join user_names n on n.key_hash = user_name_key(m.found[1])
      where p.id = post and n.user_id = viewer and n.taken_at <= coalesce(p.edited_at, p.created_at)))
    from (select *, row_number() over (order by position) as place from shown_pictures(post, viewer)) s);
end
$body$
