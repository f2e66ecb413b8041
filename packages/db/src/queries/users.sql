-- name: profile_columns
u.id, u.user_name as "user_name!", u.display_name, u.picture_key, u.bio, u.email, u.email_confirmed, u.newcomer, u.feed_read_at, u.identity_uid, u.auth_provider, u.language, u.time_zone,
  {{visible_posts_count}}, u.followers_count, u.following_count, u.created_at,
  u.private, u.messages_from, u.public_pages, u.moderator, u.host, {{follow_state}},
  case when u.birth_month is not null and {{shows_birthday}} then json_build_object('month', u.birth_month, 'day', u.birth_day) end as "birthday: Birthday",
  u.birthday_for, {{follows_viewer}} as "follows_me!", not ({{not_muted}}) as "muted_by_me!", {{profile_links}} as "links!: ProfileLink[]"

-- name: byId(viewer, id)
-- Reads the profile of the user $2 if the viewer $1 may see it.
select {{profile_columns}}
from users u
where u.id = $2 and {{visible_user}}

-- name: byName(viewer, name?, uid?)
-- Reads the profile of the user with the name $2 or the uid $3, of which one is null, if the viewer $1 may see it.
select {{profile_columns}}
from users u
where (lower(u.user_name) = lower($2) or u.identity_uid = $3) and {{visible_user}}

-- list: search(viewer, from, to, after, rows)
-- Reads the next $5 users, without the viewer $1, after the name $4 whose lower-case names are from $2 up to $3 (exclusive), in the order
-- of names, and lists those whom $1 may see.
select {{person_columns}}, k.shown as "shown!", u.position as "position!"
from (
  select *, row_number() over (order by lower(user_name) using ~<~) as position from users
  where lower(user_name) ~>=~ $2 and lower(user_name) ~<~ $3 and lower(user_name) ~>~ $4 and id <> $1
  order by lower(user_name) using ~<~
  limit $5
) u
cross join lateral (select {{visible_user}} as shown offset 0) k
where k.shown or u.position = $5
order by lower(u.user_name) using ~<~

-- list: suggested(viewer, rows)
-- Lists members for the viewer $1 to follow: among the newest 200 whom $1 may see, of the newest 1,000, the $2 most followed ones whom
-- the viewer does not follow yet. Of members who are followed by as many, those with more posts come first; posts that not everybody
-- sees do not count.
select {{person_columns}}
from (
  select u.* from (select * from users order by id desc limit 1000) u where {{visible_user}} order by id desc limit 200
) u
where u.id <> $1 and not {{followed_by_viewer}} and {{not_muted}}
order by u.followers_count desc, u.public_posts_count desc, u.id desc
limit $2

-- name: shows_birthday
-- Whether the member u shows the birthday to the viewer $1
(u.id = $1 or u.birthday_for <> 'nobody' and {{followed_by_viewer}} and (u.birthday_for = 'followers' or {{follows_viewer}}))

-- list: birthdays(viewer, months, days, rows)
-- Lists at most $4 members whom the viewer $1 follows and who show $1 that their birthday is on one of the days $2 (months) and $3.
select {{person_columns}}
from unnest($2::int[], $3::int[]) date (month, day)
join users u on u.birth_month = date.month and u.birth_day = date.day
join follows f on f.follower_id = $1 and f.followed_id = u.id
where {{visible_user}} and {{not_muted}} and {{shows_birthday}}
order by u.id
limit $4

-- name: visible_posts_count
-- The number of u's posts that the viewer $1 sees; a private user's public posts and posts that wait for pictures always count.
case when u.id = $1 then u.posts_count
    when {{followed_by_viewer}} and {{follows_viewer}} then u.public_posts_count + u.friends_posts_count
    else u.public_posts_count
  end + case when u.id <> $1 and {{close_to_author}} then (
    select count(*) from posts p where p.author_id = u.id and p.audience = 'close' and p.hidden_at is null and {{was_in_audience}}
  )::int else 0 end + case when u.id <> $1 and {{followed_by_viewer}} then (
    select count(*) from posts p where p.author_id = u.id and p.frozen_at is not null and p.audience <> 'close'
      and p.audience = any ({{seen_audiences}}) and p.hidden_at is null and {{was_in_audience}}
  )::int else 0 end as "posts_count!"
