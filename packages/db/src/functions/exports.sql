-- name: picture_file
-- The name of a picture's file in an export, by its post and its position in the post.
create or replace function picture_file(post bigint, picture_position smallint) returns text language sql stable parallel safe as $body$
  select 'pictures/' || post || case when picture_position > 0 then '-' || picture_position + 1 else '' end || '.webp'
$body$

-- name: message_picture_file
create or replace function message_picture_file(message bigint) returns text language sql stable parallel safe as $body$
  select 'pictures/messages/' || message || '.webp'
$body$

-- name: media_file
-- The name of the file of a video or a voice message in an export, beside `poster`, the name that its picture has or would have.
create or replace function media_file(poster text, container text) returns text language sql immutable parallel safe as $body$
  select case when container is null then poster else regexp_replace(poster, 'webp$', container) end
$body$

-- name: exported_picture
-- A picture in the list of an export: its file and description, and the poster of a video.
create or replace function exported_picture(file text, media text, container text, alt text) returns jsonb
language sql immutable parallel safe as $body$
  select jsonb_build_object('file', media_file(file, container), 'alt', alt)
    || case when media = 'video' then jsonb_build_object('poster', file) else '{}' end
$body$
