-- name: passkey_row
k.id, k.name, k.created_at, k.last_used_at

-- name: challenge
-- Stores the challenge $1 (hashed) for $3 seconds. $2 is the user who is challenged, or null if the user is not known yet.
insert into passkey_challenges (challenge_hash, user_id, expires_at) values ($1, $2, now() + make_interval(secs => $3))

-- name: takeChallenge
-- Deletes and returns the challenge $1 (hashed) that was stored with the user $2 (or null). A challenge can be used only once,
-- whatever the result.
delete from passkey_challenges where challenge_hash = $1 and user_id is not distinct from $2::bigint and expires_at > now()
returning challenge_hash

-- name: add
-- Adds a passkey of the user $1, who is locked: $2 credential id, $3 public key, $4 counter, $5 transports, $6 name, $7 maximum
-- passkeys per member. Returns no row if the user has the maximum.
insert into passkeys as k (user_id, credential_id, public_key, counter, transports, name)
select $1, $2, $3, $4, $5::text[], $6
where (select count(*) from passkeys where user_id = $1) < $7
returning {{passkey_row}}

-- name: list
-- Lists the passkeys of the user $1, newest first.
select {{passkey_row}}, k.credential_id, k.transports from passkeys k where k.user_id = $1 order by k.id desc

-- name: rename
-- Changes the name of the user $1's passkey $2 to $3.
update passkeys k set name = $3 where k.user_id = $1 and k.id = $2 returning {{passkey_row}}

-- name: remove
-- Deletes the user $1's passkey $2.
delete from passkeys where user_id = $1 and id = $2 returning id

-- name: removeAll
-- Deletes the passkeys of the user $1, who is locked. Those of a moderator without an authenticator app stay, unless one of them
-- authenticated the session $2: somebody who knows only the password could otherwise replace them.
delete from passkeys k using users u
where k.user_id = u.id and u.id = $1 and (not u.moderator or {{has_second_factor}} or {{proved_by_passkey}})

-- name: guarded
-- Returns a row if the user $1 is a moderator who has passkeys but no authenticator app, and the session $2 was not authenticated
-- by a passkey.
select u.id from users u
where u.id = $1 and u.moderator and not {{has_second_factor}} and exists (select from passkeys k where k.user_id = u.id)
  and not exists (select from sessions s where s.id = $2 and s.user_id = u.id and s.by_passkey)

-- name: find
-- Reads the passkey with the credential id $1 of an active user.
select k.id, k.user_id, k.public_key, k.counter, k.transports, u.password_hash
from passkeys k join users u on u.id = k.user_id and {{living}}
where k.credential_id = $1

-- name: use
-- Stores that the passkey $1 was used with the counter $2. Returns no row if the counter did not increase, which reveals a cloned
-- key; a passkey without a counter always sends 0.
update passkeys set counter = $2, last_used_at = now() where id = $1 and (counter < $2 or counter = 0 and $2 = 0)
returning id
