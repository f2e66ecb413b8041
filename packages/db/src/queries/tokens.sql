-- name: token_row
k.id, k.name, k.scopes, k.created_at, k.last_used_at, k.expires_at

-- name: find
-- Reads the access token $1 (hashed) of an active user. `unnoted` is whether `noteUsed` has to store that the token is used.
select k.id, k.user_id, k.scopes, k.expires_at, u.email_confirmed,
  coalesce(k.last_used_at < now() - interval '1 minute', true) as unnoted
from tokens k join users u on u.id = k.user_id and {{living}}
where k.token_hash = $1 and (k.expires_at is null or k.expires_at > now())

-- name: noteUsed
-- Stores that the token with the id $1 is used, at most once a minute.
update tokens set last_used_at = now()
where id = $1 and coalesce(last_used_at < now() - interval '1 minute', true)

-- name: lockOwner
-- Locks the user $1. This is a separate statement, so that the second of two concurrent inserts counts the first. A statement
-- that ends all sessions also waits for this lock, and then deletes what was inserted.
select u.id from users u where u.id = $1 and {{living}} for no key update

-- name: add
-- Adds an access token of the user $1, who is locked: $2 the token (hashed), $3 name, $4 scopes, $5 expiry or null, $6 maximum
-- tokens per member. Returns no row if the user has the maximum.
insert into tokens as k (user_id, token_hash, name, scopes, expires_at)
select $1, $2, $3, $4::text[], $5::timestamptz
where (select count(*) from tokens where user_id = $1) < $6
returning {{token_row}}

-- name: list
-- Lists the valid access tokens of the user $1, newest first.
select {{token_row}} from tokens k
where k.user_id = $1 and (k.expires_at is null or k.expires_at > now())
order by k.id desc

-- name: revoke
-- Deletes the user $1's access token with the id $2.
delete from tokens where user_id = $1 and id = $2 returning token_hash
