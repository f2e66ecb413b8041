-- Pages that can be read without a session. $1 is 0, which is not the id of a real member, so the visibility rules treat the
-- reader as a stranger.

-- list: listed(anonymous, rows)
-- Lists at most $2 members whose public pages search engines may index, newest first.
select u.user_name as "user_name!" from users u
where u.public_pages = 'listed' and {{visible_user}} and not u.private
order by u.id desc limit $2
