-- name: locked(viewer, poll)
-- Locks the poll $2 if the viewer $1 may vote in it, so that votes and the closing are serialised. Reads the clock rather than the
-- beginning of the transaction: the poll may have been closed while this waited for the lock.
with actor as (
  {{active_actor}}
)
select l.id, l.multiple, l.message_id, place.author_id as "author_id!", place.post_id, place.chat_id, place.receiver_id,
  coalesce(l.closes_at <= clock_timestamp(), false) as "closed!",
  array(select o.id from poll_options o where o.poll_id = l.id) as "option_ids!"
from polls l cross join actor {{poll_place}}
where l.id = $2
for no key update of l

-- name: vote(voter, poll, options)
-- Makes the options $3 of the poll $2, which is locked, the choice of the member $1.
with chosen as (
  select o.id from poll_options o join poll_votes v on v.option_id = o.id and v.user_id = $1 where o.poll_id = $2
), removed as (
  delete from poll_votes where user_id = $1 and option_id in (select id from chosen) and option_id <> all ($3::bigint[])
  returning option_id
), added as (
  insert into poll_votes (option_id, user_id)
  select id, $1 from poll_options where poll_id = $2 and id = any ($3) and id not in (select id from chosen)
  returning option_id
), counted as (
  update poll_options o set votes_count = votes_count + c.change
  from (select option_id, 1 as change from added union all select option_id, -1 from removed) c where o.id = c.option_id
), counted_voter as (
  update polls set voters_count = voters_count + case when cardinality($3) > 0 then 1 else -1 end
  where id = $2 and (cardinality($3) > 0) <> exists (select from chosen)
)
select exists (select from added) or exists (select from removed) as "changed!"

-- name: details(viewer, poll)
-- Reads the poll $2 with the votes of $1, who may see it.
select poll_details(l.post_id, l.message_id, $1) as "poll!: PollJson" from polls l where l.id = $2

-- name: named(viewer, poll)
-- Returns a row if the viewer $1 may see who has voted in the poll $2: like the numbers, once $1 has voted or the poll is closed.
select l.id, l.message_id from polls l {{poll_place}}
where l.id = $2 and l.named and (place.author_id = $1 or l.closes_at <= now() or exists (
  select from poll_options o join poll_votes v on v.option_id = o.id and v.user_id = $1 where o.poll_id = l.id))

-- list: voters(viewer, poll, before, rows)
-- Reads the next $4 voters of the poll $2 with ids below $3, and lists those whom the viewer $1 may see, with their choices. The caller
-- checks that $1 may see who has voted. Reads at most $4 votes of each option.
select {{person_columns}}, array(
    select o.id from poll_options o join poll_votes v on v.option_id = o.id and v.user_id = k.user_id
    where o.poll_id = $2 order by o.position
  ) as "option_ids!", k.user_id as "key_id!", u.id is not null as "shown!", k.position as "position!"
from (
  select user_id, row_number() over (order by user_id desc) as position
  from (
    select distinct v.user_id from poll_options o
    cross join lateral (
      select user_id from poll_votes where option_id = o.id and user_id < $3 order by user_id desc limit $4
    ) v
    where o.poll_id = $2 order by v.user_id desc limit $4
  ) k
) k
left join lateral (select * from users u where u.id = k.user_id and {{visible_user}} offset 0) u on true
where u.id is not null or k.position = $4
order by k.user_id desc
