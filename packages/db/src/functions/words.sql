-- name: restrict_words_of_post
-- Marks the words of a post anew after a change of who may see it. The author's row is locked, so that two changes of one moment, of
-- the post and of the account, see each other.
create or replace function restrict_words_of_post() returns trigger language plpgsql as $body$
declare
  restricted text;
begin
  select restricted_to(new.audience, u.private, new.frozen_at, new.hidden_at) into restricted
  from users u where u.id = new.author_id for share;
  update post_words set restricted_to = restricted where post_id = new.id and restricted_to is distinct from restricted;
  return null;
end
$body$

-- name: posts_words_restricted
create trigger posts_words_restricted after update of audience, frozen_at, hidden_at on posts
for each row when (new.author_id = old.author_id
  and restricted_to(new.audience, false, new.frozen_at, new.hidden_at)
    is distinct from restricted_to(old.audience, false, old.frozen_at, old.hidden_at))
execute function restrict_words_of_post()

-- name: restrict_words_of_account
-- Marks the words of a member's posts anew after the account has become private or public.
create or replace function restrict_words_of_account() returns trigger language plpgsql as $body$
begin
  update post_words w set restricted_to = p.restricted
  from (
    select id, restricted_to(audience, new.private, frozen_at, hidden_at) as restricted from posts where author_id = new.id
  ) p
  where w.post_id = p.id and w.restricted_to is distinct from p.restricted;
  return null;
end
$body$

-- name: users_words_restricted
create trigger users_words_restricted after update of private on users
for each row when (new.private <> old.private) execute function restrict_words_of_account()

-- name: set_user_name_parts
create or replace function set_user_name_parts() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' then
    delete from user_name_parts where user_id = new.id;
  end if;
  insert into user_name_parts (user_id, part)
  select new.id, substr(n.name, i)
  from (values (lower(new.user_name)), (new.search_name)) n (name), generate_series(1, char_length(n.name)) i
  on conflict do nothing;
  return null;
end
$body$

-- name: users_name_parts
create trigger users_name_parts after insert or update of user_name, search_name on users
for each row execute function set_user_name_parts()

-- name: user_name_key
-- The same for names that differ only by case or by `.`, `-` and `_` at their ends. It is a hash, so that the name of a deleted
-- account cannot be read from the row that reserves it.
create or replace function user_name_key(name text) returns text language sql immutable strict parallel safe as $body$
  select encode(sha256(convert_to(btrim(lower(name), '._-'), 'UTF8')), 'hex')
$body$

-- name: claim_user_name
-- Takes a new name for its user, and reserves the former one for good, because texts mention it. Fails like a unique index if
-- another user has or had a name with the same key. Only the last five former names of a user are reserved: otherwise one member
-- could reserve thousands.
create or replace function claim_user_name() returns trigger language plpgsql as $body$
declare
  former text := case when tg_op = 'UPDATE' then user_name_key(old.user_name) end;
  chosen text := user_name_key(new.user_name);
begin
  if chosen is not distinct from former then
    return null;
  end if;
  update user_names set freed_at = now() where key_hash = former and user_id = new.id;
  delete from user_names where key_hash in (
    select key_hash from user_names where user_id = new.id and freed_at is not null and key_hash is distinct from chosen
    order by freed_at desc offset 5
  );
  if chosen is null then
    return null;
  end if;
  insert into user_names as n (key_hash, user_id) values (chosen, new.id)
  on conflict (key_hash) do update set freed_at = null where n.user_id = excluded.user_id;
  if not found then
    raise unique_violation using constraint = 'users_user_name_key', message = 'the user name is taken';
  end if;
  return null;
end
$body$

-- name: users_name_claimed
create trigger users_name_claimed after insert or update of user_name on users
for each row execute function claim_user_name()
