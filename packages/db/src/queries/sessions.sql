-- name: find(id)
-- Reads the session with the id $1 (hashed) and its user, unless the session has expired.
select s.id, s.user_id, extract(epoch from s.expires_at - now())::float8 as "seconds_left!", s.last_seen_at, s.reauthenticated_at, u.user_name, u.disabled_at, u.deleted_at,
  u.email_confirmed, u.last_seen_on is distinct from (now() at time zone 'utc')::date as "first_today!"
from sessions s join users u on u.id = s.user_id
where s.id = $1 and s.expires_at > now()

-- name: ended(ids)
-- Selects, among the session ids and access token hashes in $1, those that are no longer valid.
select unnest($1::text[]) as "id!"
except
select s.id from sessions s join users u on u.id = s.user_id
where s.id = any ($1::text[]) and s.expires_at > now() and u.disabled_at is null and u.deleted_at is null
except
select k.token_hash from tokens k join users u on u.id = k.user_id
where k.token_hash = any ($1::text[]) and (k.expires_at is null or k.expires_at > now()) and u.disabled_at is null and u.deleted_at is null

-- name: start(id, user, passwordHash?, device, expiresAt, provenAt?, max, secondFactor, passkey?)
-- Starts a session: $1 id (hashed), $2 user, $3 the password's hash as it was verified, or null for an account without a
-- password, $4 device, $5 when it ends, $6 when the user authenticated or null, $7 maximum sessions per user, $8 whether a
-- second factor was verified (otherwise an account with a second factor gets no session), $9 the passkey that was verified or null.
-- The locks make a concurrent password reset, disabling, deletion or removal of the passkey either end this session or prevent it.
with account as (
  select u.id from users u
  where u.id = $2 and u.password_hash is not distinct from $3 and u.disabled_at is null and u.deleted_at is null and ($8 or not {{has_second_factor}})
  for share of u
), passkey as (
  select p.id from account a join passkeys p on p.user_id = a.id where p.id = $9::bigint for key share of p
), started as (
  insert into sessions (id, user_id, device, expires_at, reauthenticated_at, by_passkey)
  select $1, id, $4, $5::timestamptz, $6::timestamptz, $9 is not null from account
  where $9 is null or exists (select from passkey)
  returning id
), ended as (
  delete from sessions where id in (
    select id from sessions where user_id = $2 order by last_seen_at desc, id offset $7 - 1
  ) and exists (select from started)
  returning id
)
select array(select id from ended) as "ended!" from started

-- name: remember(user, token, before?, expiresAt, max)
-- Stores that the user $1's account knows a browser: $2 the browser's token (hashed), $3 its previous token (hashed) or null, $4
-- the time until which the account knows it, $5 maximum browsers per account. A browser that gets a new token stays known to at
-- most ten other accounts that knew it.
with known as (
  insert into known_devices (user_id, token_hash, expires_at)
  select $1, $2, $4::timestamptz
  union
  (select user_id, $2, expires_at from known_devices
   where token_hash = $3 and $3 <> $2 and user_id <> $1 order by expires_at desc limit 10)
  on conflict (user_id, token_hash) do update set expires_at = greatest(known_devices.expires_at, excluded.expires_at)
)
delete from known_devices where user_id = $1 and token_hash in (
  select token_hash from known_devices where user_id = $1 and token_hash <> $2
  order by expires_at desc, token_hash offset $5 - 1
)

-- name: end(user, kept?, access)
-- Ends all sessions of the user $1, who is locked, except $2 unless it is null, and deletes sign-ins that wait for a code of the second
-- factor; if $3, also access tokens, webhooks and the calendar feed. Returns the ids of the sessions and the hashes of the tokens.
with removed_challenges as (
  delete from log_in_challenges where user_id = $1
), removed_webhooks as (
  delete from webhooks where user_id = $1 and $3
), removed_calendar as (
  delete from calendar_feeds where user_id = $1 and $3
), removed_tokens as (
  delete from tokens where user_id = $1 and $3 returning token_hash
), removed_sessions as (
  delete from sessions where user_id = $1 and id is distinct from $2 returning id
)
select id as "id!" from removed_sessions union all select token_hash from removed_tokens
