-- name: living_actor
select id from users where id = $1 and deleted_at is null and disabled_at is null for key share

-- name: message_columns
m.id, m.sender_id, m.receiver_id, m.content, m.created_at, m.client_id, m.read_at is not null as read_by_receiver

-- name: post_columns
p.id, p.author_id, p.caption, p.location, p.created_at, p.likes_count, p.comments_count,
  u.user_name, u.picture_key,
  i.status as image_status, i.key as image_key, i.widths as image_widths,
  i.width as image_width, i.height as image_height, i.thumbhash as image_thumbhash,
  coalesce((select true from likes l where l.user_id = $1 and l.post_id = p.id), false) as liked_by_me

-- name: post_joins
join users u on u.id = p.author_id and u.disabled_at is null and u.deleted_at is null
left join images i on i.id = p.image_id

-- name: profile_columns
u.id, u.user_name, u.picture_key, u.bio, u.email, u.identity_uid, u.auth_provider, u.language,
  u.posts_count, u.followers_count, u.following_count, u.created_at,
  coalesce((select true from follows f where f.follower_id = $1 and f.followed_id = u.id), false) as followed_by_me,
  coalesce((select true from follows f where f.follower_id = u.id and f.followed_id = $1), false) as follows_me

-- name: account_columns
select u.id, u.auth_provider, u.password_hash, u.disabled_at is not null as disabled,
  exists (select from known_devices d where d.user_id = u.id and d.token_hash = $2 and d.expires_at > $3) as known
from users u

-- name: visible_name
case when u.deleted_at is null and u.disabled_at is null then u.user_name end

-- name: interest_decay
power(extract(epoch from ($1::timestamptz - p.created_at)) / 3600 + 2, 1.5)

-- name: counted_user
select x.id,
  (select count(*) from posts where author_id = x.id)::int as posts_count,
  (select count(*) from follows where followed_id = x.id)::int as followers_count,
  (select count(*) from follows where follower_id = x.id)::int as following_count

-- name: counted_post
select x.id,
  (select count(*) from likes where post_id = x.id)::int as likes_count,
  (select count(*) from comments where post_id = x.id)::int as comments_count

-- name: counted_notification
select x.id,
  (select count(distinct actor_id) from notification_events where notification_id = x.id)::int as actors_count

-- name: counted_contact
select x.user_id, x.contact_id,
  (select count(*) from messages m
   where m.receiver_id = x.user_id and m.sender_id = x.contact_id and m.read_at is null)::int as unread_count
