-- name: membership(user, chat)
-- Reads the membership of the user $1 in the chat $2; no row if $1 is not a member. `other_id` is the other member of a direct
-- chat. For a group, `reads` has the ids of the last messages that the other members have read, except members hidden from $1.
select d.id, d.kind, d.maker_id, s.contact_id as other_id,
  case when d.kind = 'group' then array(
    select r.read_id from memberships r join users u on u.id = r.user_id and {{visible_user}}
    where r.chat_id = d.id and r.user_id <> $1) end as reads
from memberships s join chats d on d.id = s.chat_id
where s.chat_id = $2 and s.user_id = $1

-- name: lock(chat)
-- Locks the row of the chat $1, before the rows of members and messages, so that changes of a group's members are serialised.
select id from chats where id = $1 for no key update

-- name: open(caller, other)
-- Returns the direct chat of $1 and $2, which must have been opened before. If not, opens it for $1, if $2 allows that; `changed`
-- is then true. Members of whom one follows the other have a chat that nobody has opened yet.
with active as materialized (
  select id, messages_from from users where id in ($1, $2) and deleted_at is null and disabled_at is null order by id for key share
), made as (
  insert into chats (kind, lower_id, higher_id, maker_id)
  select 'direct', least($1, $2), greatest($1, $2), $1 from active u
  where u.id = $2 and (select count(*) from active) = 2 and {{not_blocked}} and {{open_to_viewer}}
  on conflict (lower_id, higher_id) do nothing
  returning id
), known as (
  select d.id from chats d join users u on u.id = $2 and {{visible_user}}
  where d.lower_id = least($1, $2) and d.higher_id = greatest($1, $2) and not exists (select from made)
    and exists (select from active where id = $1) and (d.last_id > 0 or d.maker_id is not null or {{open_to_viewer}})
), opened as (
  update chats d set maker_id = $1 from known where d.id = known.id and d.last_id = 0 and d.maker_id is null
  returning d.id
), added_members as (
  insert into memberships (chat_id, user_id, contact_id)
  select id, a, b from (select id from made union all select id from known) d, (values ($1::bigint, $2::bigint), ($2, $1)) pair (a, b)
  on conflict do nothing
)
select id as "id!", true as "changed!" from made
union all
select id, exists (select from opened) from known

-- name: createGroup(caller, others, name, groups)
-- Creates a group with the name $3, whose members are the caller $1 and the members $2. Nothing is created if the caller may not
-- add all of them, or is already in $4 groups.
with actor as (
  {{active_actor}}
), others as materialized (
  select u.id, {{open_to_viewer}} as open from users u
  where u.id = any ($2::bigint[]) and u.id <> $1 and {{visible_user}} order by u.id for key share of u
), allowed as (
  select a.id from actor a
  where (select count(*) from others where open) = cardinality($2::bigint[])
    and (select count(*) from memberships where user_id = $1 and contact_id is null) < $4::int
), made as (
  insert into chats (kind, name, maker_id) select 'group', $3, id from allowed returning id
), joined as (
  insert into memberships (chat_id, user_id)
  select made.id, x.id from made cross join (select id from allowed union all select id from others) x
  returning chat_id
), announced as (
  insert into messages (sender_id, chat_id, content, event)
  select $1, made.id, '', 'made' from made where (select count(*) from joined) > 0
)
select (select id from made) as id, exists (select from actor) as "active!",
  (select count(*) from others)::int as "found!", exists (select from others where not open) as "closed!"

-- name: add(caller, group, whom, members, groups)
-- Adds the member $3 to the group $2, whose row the caller has locked, on behalf of the member $1. The group has at most $4
-- members, and each member is in at most $5 groups.
with actor as (
  {{active_actor}}
), chat as (
  select d.id, d.last_id from chats d join actor a on true
  where d.id = $2 and exists (select from memberships s where s.chat_id = d.id and s.user_id = a.id)
), chosen as materialized (
  select u.id, {{open_to_viewer}} as open from users u
  where u.id = $3 and {{visible_user}} and exists (select from chat) for key share of u
), added as (
  insert into memberships (chat_id, user_id, from_id, read_id)
  select chat.id, chosen.id, chat.last_id, chat.last_id from chat cross join chosen
  where chosen.open and (select count(*) from memberships where chat_id = $2) < $4::int
    and (select count(*) from memberships where user_id = $3 and contact_id is null) < $5::int
  on conflict do nothing
  returning chat_id, user_id
), announced as (
  insert into messages (sender_id, chat_id, content, event, subject_id) select $1, chat_id, '', 'added', user_id from added
)
select exists (select from actor) as "active!", exists (select from chat) and exists (select from chosen) as "found!",
  exists (select from chosen where not open) as "closed!", exists (select from added) as "changed!",
  exists (select from memberships s where s.chat_id = $2 and s.user_id = $3) as "known!"

-- name: leave(whom, group, by)
-- Removes the member $1 from the group $2, whose row is locked, on behalf of $3: the same member or the group's creator. If the
-- creator leaves, the longest-standing member takes over that role; if the last member leaves, a job deletes the group.
with gone as (
  delete from memberships s using chats d
  where s.chat_id = $2 and s.user_id = $1 and d.id = s.chat_id and d.kind = 'group' and ($3::bigint = $1 or d.maker_id = $3
    and exists (select from memberships x where x.chat_id = $2 and x.user_id = $3))
  returning s.chat_id, s.user_id
), remaining as (
  select user_id, joined_at from memberships where chat_id = $2 and user_id <> $1
), handed_over as (
  update chats d set maker_id = (select user_id from remaining order by joined_at, user_id limit 1)
  from gone where d.id = gone.chat_id and d.maker_id = $1
), announced as (
  insert into messages (sender_id, chat_id, content, event, subject_id)
  select $3, chat_id, '', case when $3 = $1 then 'left' else 'removed' end, user_id from gone where exists (select from remaining)
), queued_erasure as (
  select record_job('chats.erase', jsonb_build_object('chatId', chat_id)) from gone where not exists (select from remaining)
)
select gone.chat_id from gone left join queued_erasure on true

-- name: erase(group, rows)
-- Deletes the newest $2 messages of the group $1 with their pictures, if the group has no members; once it has no messages, the group
-- itself.
with gone as (
  delete from messages where id in (
    select m.id from messages m where m.chat_id = $1 and not exists (
      select from memberships s where s.chat_id = $1)
    order by m.id desc limit $2)
  returning image_id
), emptied as (
  delete from chats d where d.id = $1 and d.kind = 'group' and not exists (select from memberships s where s.chat_id = d.id)
    and not exists (select from messages m where m.chat_id = d.id)
  returning d.id
), pictures as (
  delete from images where id in (
    select image_id from gone union all select i.id from images i where i.chat_id = (select id from emptied))
  returning key
), queued_removal as (
  select record_job('images.remove', jsonb_build_object('keys', jsonb_agg(key))) as job from pictures having count(*) > 0
)
select (select count(*)::int from gone) as "rows!" from (values (1)) one left join queued_removal on true

-- name: members(chat)
-- Lists the ids of the members of the chat $1.
select user_id from memberships where chat_id = $1

-- name: readers(users, chat, message)
-- Selects those of the users $1 who may read the text of the message $3 in the chat $2.
select s.user_id as id from messages m join memberships s on s.chat_id = $2 and s.user_id = any ($1::bigint[]) and s.from_id < m.id
where m.id = $3 and not {{hidden_by_block for s.user_id}}

-- name: markRead(member, chat?, withUser?, upTo)
-- Marks the messages of a chat (`chosen_chat`) with ids up to $4 as read by the member $1, and subtracts them from the unread
-- count; none while $1 has not accepted the request of a stranger. In a direct chat each message also gets the time.
with membership as (
  select s.* from memberships s join ({{active_actor}}) a on a.id = s.user_id where s.chat_id = {{chosen_chat}}
), stamped as (
  update messages m set read_at = now() from membership s
  where m.receiver_id = s.user_id and m.sender_id = s.contact_id and m.read_at is null and m.id <= $4 and s.request is null
  returning m.id
), marked as (
  update memberships s set read_id = greatest(s.read_id, least($4, s.last_message_id)),
    unread_count = case when s.last_message_id <= $4 then 0 else greatest(0, s.unread_count - (
      select count(*)::int from messages m
      where m.chat_id = x.chat_id and m.id > x.read_id and m.id > x.from_id and m.id <= $4 and m.read_at is null
        and m.event is null and m.deleted_at is null and m.sender_id <> $1 and not {{hidden_by_block}})) end
  from membership x
  where s.chat_id = x.chat_id and s.user_id = x.user_id and x.request is null
    and (s.read_id < least($4::bigint, s.last_message_id) or exists (select from stamped))
  returning s.read_id
)
select membership.chat_id, membership.contact_id as other_id, coalesce((select read_id from marked), 0) as "read_id!",
  case when membership.contact_id is null then exists (select from marked) else exists (select from stamped) end as "changed!"
from membership
