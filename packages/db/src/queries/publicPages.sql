-- Pages that can be read without a session. $1 is 0, which is not the id of a real member, so the visibility rules treat the
-- reader as a stranger.

-- name: author(anonymous, id?, name?)
-- Reads the member with the id $2, or with the lower-case user name $3 (one of the two is null), who has public pages.
select u.id, u.user_name as "user_name!", u.display_name, u.picture_key, u.bio, {{profile_links}} as "links!: ProfileLink[]", u.public_pages = 'listed' as "listed!"
from users u
where (u.id = $2 or lower(u.user_name) = $3) and {{visible_user}} and not u.private and u.public_pages <> 'off'

-- list: listed(anonymous, rows)
-- Lists at most $2 members whose public pages search engines may index, newest first.
select u.user_name as "user_name!" from users u
where u.public_pages = 'listed' and {{visible_user}} and not u.private
order by u.id desc limit $2
