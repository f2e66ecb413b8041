-- name: message_columns
-- The columns of the message m for the viewer $1. A block hides from the sender whether m was read. A quote has its current text.
m.id, m.sender_id, m.receiver_id, m.created_at, m.client_id, m.edited_at, m.deleted_at, m.event, m.subject_id,
  {{hidden_by_block}} as "hidden_by_block!", case when {{hidden_by_block}} then '' else m.content end as "content!",
  case when m.image_id is not null and not {{hidden_by_block}} then (
    select json_build_object('id', i.id, 'alt', i.alt, 'status', i.status, 'key', i.key, 'widths', i.widths, 'width', i.width,
      'height', i.height, 'thumbhash', i.thumbhash, 'media', i.media, 'container', i.container, 'duration_ms', i.duration_ms,
      'failure', i.failure, 'peaks', i.peaks, 'listened', i.listened_at is not null) from images i where i.id = m.image_id) end as "picture: MessagePicture",
  case when {{with_post}} then m.post_id end as post_id, case when {{with_post}} then ({{post_card}}) end as "post_card: PostCard",
  case when m.link_preview_id is not null and not {{hidden_by_block}} then link_preview(m.link_preview_id) end as "link: LinkPreviewJson",
  case when m.poll and not {{hidden_by_block}} then poll_details(null, m.id, $1) end as "poll: PollJson",
  m.chat_id,
  (select json_build_object('messageId', q.id, 'senderId', q.sender_id, 'folded', f.hidden, 'deleted', q.deleted_at is not null,
      'content', case when f.hidden then '' else left(q.content, 200) end,
      'picture', q.image_id is not null and not f.hidden,
      'media', case when not f.hidden then (select i.media from images i where i.id = q.image_id) end, 'post', q.post_id is not null and not f.hidden,
      'poll', q.poll and not f.hidden)
    from messages q cross join lateral (select {{quote_hidden}} as hidden offset 0) f where q.id = m.reply_to_id) as "reply_to: Quote",
  case when m.deleted_at is null and (select true from message_reactions x where x.message_id = m.id limit 1) then (
    select json_agg(json_build_object('emoji', r.emoji, 'count', r.count, 'mine', r.mine) order by r.since, r.emoji)
    from (
      select emoji, count(*) as count, bool_or(user_id = $1) as mine, min(created_at) as since
      from message_reactions where message_id = m.id group by emoji
    ) r) else '[]' end as "reactions!: Reactions[]",
  m.read_at is not null and (m.receiver_id = $1
    or coalesce((select false from blocks b where b.blocker_id = m.sender_id and b.blocked_id = m.receiver_id), true)
    and coalesce((select false from blocks b where b.blocker_id = m.receiver_id and b.blocked_id = m.sender_id), true)
  ) as "read_by_receiver!"

-- name: with_post
m.post_id is not null and m.deleted_at is null and not {{hidden_by_block}}

-- name: post_card
-- The post that the message m shares, as JSON; null if the viewer $1 may not see that post
select json_build_object('id', p.id, 'caption', left(p.caption, 200), 'author_id', u.id, 'user_name', u.user_name, 'display_name', u.display_name,
    'picture_key', u.picture_key, 'image', case when i.id is not null then json_build_object('id', i.id, 'alt', i.alt,
      'status', i.status, 'key', i.key, 'widths', i.widths, 'width', i.width, 'height', i.height, 'thumbhash', i.thumbhash,
      'media', i.media, 'container', i.container, 'duration_ms', i.duration_ms,
      'public', public_picture(p.audience, u.private, p.frozen_at, p.hidden_at, p.shown_from)) end,
    'event', case when p.kind = 'event' then event_details(p.id, placeholder_user()) end)
  from posts p
  join lateral (
    select u.id, u.user_name, u.display_name, u.picture_key, u.private from users u where u.id = p.author_id and {{visible_post}} offset 0
  ) u on true
  left join images i on i.id = p.image_id and i.status = 'ready' and {{picture_shown}}
  where p.id = m.post_id

-- name: quote_hidden
-- Whether the viewer $1 may not read the quoted message q, because of a block (see `hidden_by_block`) or because $1 joined the group later
(q.receiver_id is null and (
    exists (select from blocks where (blocker_id, blocked_id) in (($1, q.sender_id), (q.sender_id, $1)))
    or exists (select from memberships s where s.chat_id = q.chat_id and s.user_id = $1 and s.from_id >= q.id)))

-- name: send(sender, chat?, withUser?, content, clientId?, replyTo?, image?, post?, words, mentioned)
-- Sends a message of $1 to a chat (`chosen_chat`): $4 text, $5 client id, $6 message replied to, $7 picture, $8 shared post; $5 to
-- $8 may be null. $9 are the words for the search index, $10 the lower-case user names of members who are mentioned in a group.
-- Returns no row if $1 used the client id before, or if a condition for sending is not met.
with membership as (
  select s.chat_id, s.contact_id, s.from_id from memberships s where s.user_id = $1 and s.chat_id = {{chosen_chat}}
), active as materialized (
  select id, messages_from from users where id in ($1, (select contact_id from membership)) and deleted_at is null and disabled_at is null
  order by id for key share
), sent as (
  insert into messages as m (sender_id, chat_id, receiver_id, content, client_id, reply_to_id, image_id, post_id)
  select $1, s.chat_id, s.contact_id, $4, $5, $6, $7, $8 from membership s
  where exists (select from active where id = $1)
    and (s.contact_id is null or exists (select from active u where u.id = s.contact_id and {{not_blocked}} and {{open_to_viewer}}))
    and ($8::bigint is null or exists (
    select from posts p join users u on u.id = p.author_id and {{visible_post}} where p.id = $8)) and ($6::bigint is null or exists (
      select from messages q where q.id = $6 and q.chat_id = s.chat_id and q.id > s.from_id))
  on conflict (sender_id, client_id) do nothing
  returning m.id, m.created_at, m.client_id, m.chat_id, m.receiver_id
), added_words as (
  insert into message_words (message_id, word, chat_id) select sent.id, word, sent.chat_id from sent, unnest($9::text[]) word
), mentioned as (
  update memberships s set mention_id = sent.id from sent
  where s.chat_id = sent.chat_id and sent.receiver_id is null and s.user_id = any (array(
    select u.id from users u where lower(u.user_name) = any (array(select unnest($10::text[]))) and u.id <> $1 and {{visible_user}}))
), pushed as (
  select record_push(receiver_id, 'message', $1), record_webhooks(receiver_id, 'message.sent', id) from sent where receiver_id is not null
), queued_pushes as (
  select record_job('chats.push', jsonb_build_object('chatId', chat_id, 'messageId', id), null, now() + interval '3 seconds')
  from sent where receiver_id is null
)
select sent.* from sent left join pushed on true left join queued_pushes on true

-- name: closed(sender, receiver)
-- Returns a row if the member $1 sees the member $2 but may not start a chat with $2.
select true as "closed!" from users u where u.id = $2 and {{visible_user}} and not {{open_to_viewer}}

-- name: page(member, chat?, withUser?, before, after, rows)
-- Lists at most $6 messages of a chat (`chosen_chat`) with ids below $4 and above $5 for its member $1, newest first. The bound
-- $5 is outside the subquery: with both bounds inside, the planner expects so few rows that it scans all messages by id.
select {{message_columns}}
from memberships s
cross join lateral (
  select * from messages where chat_id = s.chat_id and id < $4 order by id desc limit $6
) m
where s.chat_id = {{chosen_chat}} and s.user_id = $1 and m.id > $5 and m.id > s.from_id
order by m.id desc

-- name: after(member, chat, after, rows)
-- Lists the messages of the chat $2 with ids above $3 for its member $1, oldest first, at most $4.
select {{message_columns}}
from memberships s
join messages m on m.chat_id = s.chat_id and m.id > $3 and m.id > s.from_id
where s.chat_id = $2 and s.user_id = $1
order by m.id
limit $4

-- name: beforeTime(time)
-- Finds the id of the first message since the time $1 by bisection, which works as ids and times are in almost the same order.
with recursive bisection as (
  select 0::bigint as low, coalesce((select max(id) from messages), 0) + 1 as high
  union all
  select case when next.created_at < $1 then next.id else h.low end,
    case when next.created_at < $1 then h.high else (h.low + h.high) / 2 end
  from bisection h
  left join lateral (
    select id, created_at from messages where id > (h.low + h.high) / 2 order by id limit 1
  ) next on true
  where h.high > h.low
)
select min(high) as "id!" from bisection

-- name: sentBy(viewer, sender, receiver, before, rows)
-- Lists at most $5 messages with ids below $4 that $2 has sent to $3, as the viewer $1 sees them, newest first.
select {{message_columns}}
from messages m
where m.sender_id = $2 and m.receiver_id = $3 and m.id < $4
order by m.id desc
limit $5

-- name: byId(viewer, message)
-- Reads the message $2 as $1 sees it. The caller checks that $1 may read it.
select {{message_columns}} from messages m where m.id = $2

-- name: ofMember(member, message)
-- Reads the message $2 if the member $1 is in its chat, and had joined before the message was sent.
select {{message_columns}} from messages m where m.id = $2 and {{in_chat}}

-- name: newestId()
select coalesce(max(id), 0) as "id!" from messages

-- name: missed(user, after, rows)
-- Lists the newest $3 messages with ids above $2 in all chats of the member $1, including own messages, oldest first.
select * from (
  select {{message_columns}} from memberships s
  cross join lateral (
    select * from messages m where m.chat_id = s.chat_id and m.id > greatest($2, s.from_id) order by m.id desc limit $3
  ) m
  where s.user_id = $1 and s.last_message_id > $2 order by m.id desc limit $3
) newest
order by id

-- name: markOneRead(receiver, message)
-- Marks the message $2 as read by its receiver $1, and lowers the unread count of the chat. SPEC.md's path marks a message alone.
with actor as (
  {{active_actor}}
), marked as (
  update messages set read_at = now()
  where id = $2 and receiver_id = (select id from actor) and read_at is null
  returning chat_id, id, deleted_at
), counted as (
  update memberships s set unread_count = greatest(0, s.unread_count - 1) from marked m
  where s.chat_id = m.chat_id and s.user_id = $1 and s.read_id < m.id and m.deleted_at is null
)
select chat_id, sender_id, exists (select from marked) as "changed!" from messages where id = $2 and receiver_id = $1

-- name: search(member, words, chat?, before, rows, chats, begin, by?, max)
-- Finds the newest $5 messages with ids below $4 that contain all words $2 and a word with the prefix $7. Searches the chat $3 of
-- the member $1 or, if $3 is null, the $6 chats with the newest messages. Starts from the word $8 or, if it is
-- null, from the first $9 words with the prefix $7 that $1 may read in each chat, among at most 2,000. Reads only the $5 chats with
-- the newest matches.
with my_chats as materialized (
  (select chat_id, from_id from memberships c
   where user_id = $1 and $3::bigint is null and last_message_id > 0 and {{accepted_chat}}
   order by last_message_id desc limit $6)
  union all
  (select chat_id, from_id from memberships where chat_id = $3 and user_id = $1)
), words as materialized (
  select my_chats.chat_id, my_chats.from_id, each.word from my_chats cross join lateral (
    select $8::text as word where $8::text is not null
    union all
    (with recursive matching_words as (
      select next.word, seen.yes, seen.yes as found, 1 as examined from (
        select word from message_words where $8::text is null and chat_id = my_chats.chat_id and word ~>=~ $7 order by word using ~<~ limit 1
      ) next cross join lateral ({{word_seen}}) seen
      union all
      select next.word, seen.yes, b.found + seen.yes, b.examined + 1 from matching_words b cross join lateral (
        select word from message_words where chat_id = my_chats.chat_id and word ~>~ b.word order by word using ~<~ limit 1
      ) next cross join lateral ({{word_seen}}) seen
      where starts_with(b.word, $7) and b.found < $9 and b.examined < 2000
    )
    select word from matching_words where yes = 1 and starts_with(word, $7) limit $9)
  ) each
), newest as (
  select words.chat_id from words cross join lateral ({{hits}} limit 1) hit
  group by words.chat_id order by max(hit.message_id) desc limit $5
), found as (
  select distinct hit.message_id from newest join words using (chat_id) cross join lateral ({{hits}} limit $5) hit
  order by hit.message_id desc limit $5
)
select {{message_columns}} from found cross join lateral (select * from messages where id = found.message_id offset 0) m
order by m.id desc

-- name: word_seen
-- 1 if the member $1 may read one of the newest hundred messages with the word of the row `next`, else 0: a word that only
-- hidden messages have must not take the place of another.
select exists (
    select from (
      select message_id from message_words where chat_id = my_chats.chat_id and word = next.word and message_id > my_chats.from_id
      order by message_id desc limit 100
    ) k cross join lateral (select from messages m where m.id = k.message_id and not {{hidden_by_block}} offset 0) m
  )::int as yes offset 0

-- name: hits
-- The ids of the messages that match the search and contain the word of one row of the CTE `words`, newest first
select w.message_id from message_words w
where w.chat_id = words.chat_id and w.word = words.word and w.message_id < $4 and w.message_id > words.from_id
  and not exists (
    select from unnest($2::text[]) other (word)
    where not exists (select from message_words o where o.message_id = w.message_id and o.word = other.word))
  and ($8::text is null or coalesce((
    select true from message_words o where o.message_id = w.message_id and starts_with(o.word, $7) limit 1), false))
  and exists (select from messages m where m.id = w.message_id and not {{hidden_by_block}} offset 0)
order by w.message_id desc
