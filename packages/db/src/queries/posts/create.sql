-- $1 author, $2 caption, $3 location, $4 client id or null, $5 mentioned user names in lower case,
-- $6 followers up to which the caller fills their feeds itself; its outbox row is for when it does not get to it,
-- $7 what else that row's payload holds
with actor as (
  {{living_actor}}
), created as (
  insert into posts (author_id, caption, location, client_id)
  select id, $2, $3, $4 from actor
  on conflict (author_id, client_id) do nothing
  returning id
), counted as (
  update users set posts_count = posts_count + 1
  where id = $1 and exists (select from created)
  returning followers_count
), named as (
  select id from users
  where lower(user_name) = any ($5::text[]) and id <> $1 and deleted_at is null and disabled_at is null
  order by id for key share
), mentioned as (
  select m.id, notify_member(m.id, 'mention', $1, c.id, null) as notified
  from created c cross join named m
), queued as (
  insert into outbox (name, payload, due_at)
  select 'feed.fanOut', jsonb_build_object('postId', c.id, 'afterFollowerId', 0) || $7::jsonb,
    case when n.followers_count <= $6 then now() + interval '5 seconds' else now() end
  from created c, counted n where n.followers_count > 0
  returning id
)
select c.id, true as created, array(select id from mentioned where notified) as notified,
  (select id from queued) as outbox_id, (select followers_count from counted) as followers_count
from created c
union all
select p.id, false, '{}', null, 0 from posts p
where p.author_id = $1 and p.client_id = $4 and not exists (select from created)
  and exists (select from actor)
