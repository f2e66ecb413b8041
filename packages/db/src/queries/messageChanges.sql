-- name: locked(member, message)
-- Locks the message $2, if the member $1 can see it in a chat, so that changes of the message and its reactions are serialised.
select m.id from messages m where m.id = $2 and {{in_chat}} for no key update of m

-- name: edit(sender, message, content, words)
-- Changes the text of the sender $1's message $2 to $3, with the words $4 for the search index. This is possible only within 24
-- hours, and while the sender can write in the chat.
with actor as (
  {{active_actor}}
), chosen as (
  select m.id, m.chat_id from messages m where m.id = $2 and m.sender_id = (select id from actor) and m.event is null and {{writable}}
), edited as (
  update messages m set content = $3, edited_at = case when m.content = $3 then m.edited_at else now() end
  from chosen
  where m.id = chosen.id and m.deleted_at is null and message_editable(m.created_at)
  returning m.id, chosen.chat_id
), removed_words as (
  delete from message_words w using edited e where w.message_id = e.id and not w.word = any ($4::text[])
), added_words as (
  insert into message_words (message_id, word, chat_id) select e.id, word, e.chat_id from edited e, unnest($4::text[]) word
  on conflict do nothing
)
select id from edited

-- name: remove(sender, message)
-- Deletes the text, picture and reactions of the sender $1's message $2, which no longer counts as unread. The message keeps the
-- client id, so that a retry does not send it a second time.
with actor as (
  {{active_actor}}
), removed as (
  update messages m set content = '', deleted_at = now(), edited_at = null, link_preview_id = null, poll = false
  from actor a where m.id = $2 and m.sender_id = a.id and m.deleted_at is null and m.event is null and {{in_chat}}
  returning m.id, m.sender_id, m.read_at, m.chat_id, m.image_id
), removed_poll as (
  delete from polls where message_id in (select id from removed)
), unreacted as (
  delete from message_reactions where message_id in (select id from removed)
), removed_words as (
  delete from message_words where message_id in (select id from removed)
), uncounted as (
  update memberships s set unread_count = greatest(0, s.unread_count - 1)
  from removed r where s.chat_id = r.chat_id and s.user_id <> r.sender_id
    and r.read_at is null and s.read_id < r.id and s.from_id < r.id and (s.contact_id is not null or not exists (
      select from blocks where (blocker_id, blocked_id) in ((s.user_id, r.sender_id), (r.sender_id, s.user_id))))
), pictures as (
  delete from images i using removed r where i.id = r.image_id returning i.key
), queued_removal as (
  select record_job('images.remove', jsonb_build_object('keys', jsonb_agg(key))) as job from pictures having count(*) > 0
)
select r.id from removed r left join queued_removal on true

-- name: react(member, message, emoji, kinds)
-- Adds the reaction $3, an emoji, of the member $1 to the message $2, which is locked; a message has at most $4 different emoji.
-- Nothing is added if the member can no longer write in the chat.
with actor as (
  {{active_actor}}
), chosen as (
  select m.id from messages m cross join actor a where m.id = $2 and m.deleted_at is null and m.event is null and {{writable}}
), added as (
  insert into message_reactions (message_id, user_id, emoji) select id, $1, $3 from chosen
  where (select count(distinct emoji) from message_reactions where message_id = $2 and emoji <> $3) < $4::int
  on conflict (message_id, user_id, emoji) do nothing
  returning message_id
)
select exists (select from chosen) as "found!", exists (select from added) as "changed!",
  exists (select from message_reactions where message_id = $2 and user_id = $1 and emoji = $3) as "known!"

-- name: reactors(message)
-- Lists the emoji of the reactions to the message $1, each with the members who reacted with it.
select emoji, array_agg(user_id order by created_at, user_id) as "user_ids!"
from message_reactions where message_id = $1
group by emoji
order by min(created_at), emoji

-- name: readers(sender, message, before, rows)
-- Lists the members of the group who have read the message $2 of the sender $1, without those who blocked the sender or were
-- blocked by the sender: at most $4 with user ids below $3.
select {{person_columns}}
from messages m
join memberships s on s.chat_id = m.chat_id and s.user_id <> m.sender_id and s.read_id >= m.id and s.from_id < m.id and s.user_id < $3
join users u on u.id = s.user_id and {{visible_user}}
where m.id = $2 and m.receiver_id is null and m.sender_id = $1 and m.event is null and m.deleted_at is null and {{in_chat}}
order by s.user_id desc
limit $4
