-- name: place_message
-- Runs before a message is inserted: locks the row of the chat until the end of the transaction, so that the ids of a chat's
-- messages are in the order of their commits. Creates the chat for a first direct message. Skips a message to a group that does
-- not exist and, unless it is an event, a message whose sender is not a member of the group.
create or replace function place_message() returns trigger language plpgsql as $body$
declare
  newest bigint;
begin
  if new.receiver_id is not null then
    select id, last_id into new.chat_id, newest from chats
    where lower_id = least(new.sender_id, new.receiver_id) and higher_id = greatest(new.sender_id, new.receiver_id)
    for no key update;
    if not found then
      insert into chats (kind, lower_id, higher_id)
      values ('direct', least(new.sender_id, new.receiver_id), greatest(new.sender_id, new.receiver_id))
      on conflict (lower_id, higher_id) do update set kind = excluded.kind
      returning id, last_id into new.chat_id, newest;
    end if;
  else
    select last_id into newest from chats where id = new.chat_id for no key update;
    if not found or new.event is null
      and not exists (select from chat_members where chat_id = new.chat_id and user_id = new.sender_id) then
      return null;
    end if;
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
-- Runs after a message is inserted: records it as the newest message of the chat, and in a group also for each member. For a
-- member of a group, neither events nor own messages count as unread, nor messages of a sender with whom the member has a block.
create or replace function count_message() returns trigger language plpgsql as $body$
begin
  update chats set last_id = new.id, maker_id = case when kind = 'group' then maker_id end where id = new.chat_id;
  if new.receiver_id is null then
    update chat_members s set last_message_id = new.id,
      unread_count = s.unread_count + (new.event is null and s.user_id <> new.sender_id and not exists (
        select from blocks where (blocker_id, blocked_id) in ((s.user_id, new.sender_id), (new.sender_id, s.user_id))
      ))::int
    where s.chat_id = new.chat_id;
  end if;
  return null;
end
$body$

-- name: messages_counted
create trigger messages_counted after insert on messages for each row execute function count_message()
