-- name: public(anonymous, key)
-- Returns a row if the picture with the key $2 is visible without a session. $1 is 0, which stands for no viewer. The picture of the
-- server belongs to no member, and one in an album may belong to another member than the album.
select true as "public!" from images i left join users o on o.id = i.owner_id and o.disabled_at is null and o.deleted_at is null
left join posts p on p.id = i.post_id left join users u on u.id = p.author_id
where i.key = $2 and (i.kind = 'server' or o.id is not null and (i.kind = 'profile' or (p.id is not null and {{visible_post}} and {{picture_shown}})))

-- name: inChat(member, key)
-- Returns a row if the member $1 may see the picture with the key $2, which belongs to a message or to a group.
select true as "seen!" from images i join users u on u.id = $1 and u.disabled_at is null and u.deleted_at is null
where i.key = $2 and case i.kind
  when 'chat' then exists (
    select from chats d join memberships s on s.chat_id = d.id and s.user_id = $1 where d.id = i.chat_id and d.image_id = i.id)
  else exists (select from messages m where m.image_id = i.id and m.deleted_at is null and {{in_chat}} and not {{hidden_by_block}})
end

-- name: stored(owner)
-- Returns the total size in bytes of the pictures of the user $1. Reads only an index.
select coalesce(sum(bytes), 0) as "bytes!" from images where owner_id = $1

-- name: lockPost(post)
-- Locks the post $1 while pictures of the post are changed.
select id from posts where id = $1 for no key update

-- name: put_positions
-- The beginning of a CTE that stores the new positions of pictures, which an earlier CTE, `placed`, must select. The statement that
-- inserts this fragment may add conditions, and must add the closing parenthesis. The constraint on positions is checked at the end
-- of the statement.
put as (
  update images i set position = l.position
  from placed l where i.id = l.id and i.position is distinct from l.position

-- name: add(post, owner, key, width?, height?, bytes, alt?, clientId?, max, media)
-- Appends a picture to the post $1, which is locked: $2 who adds it, $3 key, $4 and $5 width and height, $6 bytes, $7
-- description, $8 client id or null, $9 maximum pictures, $10 whether it is a picture or a video. The only picture of a post has
-- no position. Returns no row if the maximum is reached; if a picture of $2 in the post has the client id, returns that picture.
with placed as (
  select * from pictures_of($1)
), known as (
  select id from images where post_id = $1 and owner_id = $2 and client_id = $8::uuid
), added as (
  insert into images (owner_id, kind, post_id, key, width, height, bytes, alt, client_id, media, position)
  select $2, 'post', $1, $3, $4, $5, $6, $7, $8::uuid, $10, nullif((select count(*) from placed), 0)
  where (select count(*) from placed) < $9 and not exists (select from known)
  returning id
), {{put_positions}} and exists (select from added)
), shown as (
  update posts set image_id = coalesce(image_id, (select id from added)), more_pictures = (select count(*) from placed)
  where id = $1 and exists (select from added)
)
select id as "id!", true as "added!" from added union all select id, false from known

-- name: move(post, image, position)
-- Moves the picture $2 of the post $1, which is locked, to the position $3 (from 0), or to the end if $3 is higher than the last
-- position.
with placed_before as (
  select * from pictures_of($1)
), others as (
  select id, row_number() over (order by position) - 1 as position from placed_before where id <> $2
), placed as (
  select id, position + (position >= $3)::int as position from others
  union all
  select id, least($3, (select count(*) from others)) from placed_before where id = $2
), {{put_positions}} and $2 in (select id from placed_before)
)
update posts set image_id = (select id from placed where position = 0) where id = $1 and $2 in (select id from placed)
returning id

-- name: removeFromPost(post, image)
-- Deletes the picture $2 of the post $1, which is locked, and moves the following pictures forward by one position.
with before as (
  select * from pictures_of($1)
), placed as (
  select id, row_number() over (order by position) - 1 as position from before where id <> $2
), gone as (
  delete from images where id = $2 and id in (select id from before) returning key
), {{put_positions}}
), shown as (
  update posts set image_id = (select id from placed where position = 0),
    more_pictures = greatest((select count(*) from placed) - 1, 0)
  where id = $1 and exists (select from gone)
)
select key from gone

-- name: replaceFirst(post, image)
-- Replaces the first picture of the post $1, which is locked, by the processed picture $2. Deletes the replaced picture, and
-- earlier replacements that are not shown yet.
with gone as (
  delete from images where post_id = $1 and id <> $2
    and (id = (select image_id from posts where id = $1) or position is null and id < $2)
  returning key
), shown as (
  update posts set image_id = $2 where id = $1
  returning more_pictures
), placed as (
  update images set position = case when (select more_pictures from shown) > 0 then 0 end where id = $2
)
select array(select key from gone) as "keys!" from shown

-- name: removeOf(owner, max)
-- Deletes at most $2 pictures of the deleted user $1 that are not the first picture of a post.
delete from images where id in (
  select i.id from images i left join posts p on p.image_id = i.id where i.owner_id = $1 and p.id is null limit $2
)
returning key
