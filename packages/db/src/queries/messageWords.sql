-- name: unindexed
-- Reads and locks the first $1 messages that are not indexed yet.
select id, content from messages where not indexed order by id limit $1 for no key update skip locked

-- name: putWords
-- Marks the messages $1, which are locked, as indexed, and adds their words: $2 and $3 are parallel arrays of a message and a
-- word.
with marked as (
  update messages m set indexed = true where id = any ($1::bigint[])
  returning m.id, case when m.event is null then m.chat_id end as chat_id
)
insert into message_words (message_id, word, chat_id)
select g.message_id, g.word, marked.chat_id from unnest($2::bigint[], $3::text[]) g (message_id, word)
join marked on marked.id = g.message_id and marked.chat_id is not null
on conflict do nothing
