-- name: chat_not_muted
create or replace function chat_not_muted(muted_until timestamptz) returns boolean language sql stable parallel safe as $body$
  select muted_until is null or muted_until <= now()
$body$

-- name: message_editable
-- Whether a message is new enough to be edited.
create or replace function message_editable(created_at timestamptz) returns boolean language sql stable parallel safe as $body$
  select created_at > now() - interval '24 hours'
$body$

-- name: place_message
-- Runs before a message is inserted: locks the row of the chat until the end of the transaction, so that the ids of a chat's
-- messages are in the order of their commits. Skips a message to a chat that does not exist and, unless it is an event, a message
-- whose sender is not a member of the group.
create or replace function place_message() returns trigger language plpgsql as $body$
declare
  newest bigint;
begin
  select last_id into newest from chats where id = new.chat_id for no key update;
  if not found or new.event is null and new.receiver_id is null
    and not exists (select from memberships where chat_id = new.chat_id and user_id = new.sender_id) then
    return null;
  end if;
  if new.id <= newest then
    new.id := nextval(pg_get_serial_sequence('messages', 'id'));
  end if;
  return new;
end
$body$

-- name: messages_placed
create trigger messages_placed before insert on messages for each row execute function place_message()

-- name: count_message
-- Runs after a message is inserted: records it as the newest message of the chat and of each member. Neither events nor own
-- messages count as unread, nor messages of a sender with whom a member of the group has a block. The first message of a direct
-- chat is a request if it comes from a stranger: neither member follows the other, and the receiver has not opened the chat.
-- Whoever writes accepts the other's request. What would count as unread, and an own message, end the archiving of the chat.
create or replace function count_message() returns trigger language plpgsql as $body$
declare
  opened chats%rowtype;
  strange boolean := false;
begin
  select * into opened from chats where id = new.chat_id;
  update chats set last_id = new.id, maker_id = case when kind = 'group' then maker_id end where id = new.chat_id;
  if new.receiver_id is not null and opened.last_id = 0 then
    insert into memberships (chat_id, user_id, contact_id)
    values (new.chat_id, new.sender_id, new.receiver_id), (new.chat_id, new.receiver_id, new.sender_id)
    on conflict do nothing;
    strange := opened.maker_id is distinct from new.receiver_id and not exists (
      select from follows
      where (follower_id, followed_id) in ((new.sender_id, new.receiver_id), (new.receiver_id, new.sender_id)));
  end if;
  update memberships s set last_message_id = new.id,
    unread_count = s.unread_count + (new.event is null and s.user_id <> new.sender_id and not exists (
      select from blocks where (blocker_id, blocked_id) in ((s.user_id, new.sender_id), (new.sender_id, s.user_id))
    ))::int,
    archived_at = case when s.archived_at is not null and (new.event is not null or exists (
      select from blocks where (blocker_id, blocked_id) in ((s.user_id, new.sender_id), (new.sender_id, s.user_id))
    )) then s.archived_at end,
    request = case when s.user_id = new.sender_id then null when strange then 'waiting' else s.request end
  where s.chat_id = new.chat_id;
  return null;
end
$body$

-- name: messages_counted
create trigger messages_counted after insert on messages for each row execute function count_message()
