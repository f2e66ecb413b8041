-- name: picture_file
-- The name of a picture's file in an export, by its post and its position in the post.
create or replace function picture_file(post bigint, picture_position smallint) returns text language sql stable parallel safe as $body$
  select 'pictures/' || post || case when picture_position > 0 then '-' || picture_position + 1 else '' end || '.webp'
$body$

-- name: message_picture_file
create or replace function message_picture_file(message bigint) returns text language sql stable parallel safe as $body$
  select 'pictures/messages/' || message || '.webp'
$body$
