-- Pages that can be read without a session. No member has the id 0, so the visibility rule treats the reader as a
-- stranger.

-- name: author
-- $1 the id of no user (0), $2 user id or null, $3 user name in lower case or null: a member with public pages
select u.id, u.user_name, u.picture_key, u.bio, {{profile_links}} as links, u.public_pages = 'listed' as listed
from users u
where (u.id = $2 or lower(u.user_name) = $3) and {{visible_user}} and not u.private and u.public_pages <> 'off'

-- name: listed
-- $1 the id of no user (0), $2 rows: members whose pages search engines may index, newest first
select u.user_name from users u
where u.public_pages = 'listed' and {{visible_user}} and not u.private
order by u.id desc limit $2
