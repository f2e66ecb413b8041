-- $1 viewer, $2 rows. Of the newest 200 members, those most followed whom the viewer does not follow yet.
select u.id, u.user_name, u.picture_key, u.bio, false as followed_by_me
from (
  select * from users
  where deleted_at is null and disabled_at is null
  order by id desc limit 200
) u
where u.id <> $1 and not exists (select from follows f where f.follower_id = $1 and f.followed_id = u.id)
order by u.followers_count desc, u.posts_count desc, u.id desc
limit $2
