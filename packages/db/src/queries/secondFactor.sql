-- name: state
-- Reads the state of the user $1's second factor, and whether a passkey authenticated the session $2.
select f.confirmed_at, u.moderator, {{proved_by_passkey}} as proved_by_passkey, (select count(*) from recovery_codes c where c.user_id = u.id)::int as codes_left
from users u left join second_factors f on f.user_id = u.id and f.confirmed_at is not null
where u.id = $1

-- name: lockOwner
-- Locks the user $1. This is a separate statement, so that concurrent changes of one member's factor are serialised.
select u.id, u.user_name, {{has_second_factor}} as has_second_factor from users u
where u.id = $1 and {{living}} for no key update

-- name: begin
-- Stores $2, the new secret (encrypted) of the user $1, who is locked. Returns no row if a secret is confirmed already.
insert into second_factors as f (user_id, secret) values ($1, $2)
on conflict (user_id) do update set secret = excluded.secret, created_at = now() where f.confirmed_at is null
returning user_id

-- name: secret
-- Reads the secret of the user $1, if it is confirmed or was created less than $2 seconds ago.
select secret, confirmed_at from second_factors
where user_id = $1 and (confirmed_at is not null or created_at > now() - make_interval(secs => $2))

-- name: confirm
-- Confirms the secret of the user $1 after a valid code of the time step $3. $2 is the encrypted secret with which the code was
-- checked.
update second_factors set confirmed_at = now(), last_step = $3
where user_id = $1 and secret = $2 and confirmed_at is null
returning user_id

-- name: replaceCodes
-- Replaces the recovery codes of the user $1, who is locked, by the codes $2 (hashed).
with gone as (
  delete from recovery_codes where user_id = $1
)
insert into recovery_codes (user_id, code_hash) select $1, unnest($2::text[])

-- name: useStep
-- Marks the user $1's code of the time step $3 as used. $2 is the encrypted secret with which the code was checked. Returns no
-- row if this or a later code was used before.
update second_factors set last_step = $3
where user_id = $1 and secret = $2 and confirmed_at is not null and last_step < $3
returning user_id

-- name: useCode
-- Uses the recovery code $2 (hashed) of the user $1, which is thereby deleted.
delete from recovery_codes where user_id = $1 and code_hash = $2 returning user_id

-- name: remove
-- Removes the second factor of the user $1, who is locked, with the recovery codes and the challenges that wait for a code.
with codes as (
  delete from recovery_codes where user_id = $1
), challenges as (
  delete from log_in_challenges where user_id = $1
)
delete from second_factors where user_id = $1 returning confirmed_at

-- name: challenge
-- Stores a challenge, which a code of the second factor will answer: $1 challenge (hashed), $2 user, $3 the password's hash as it
-- was verified, or null for an account without a password, $4 when the user authenticated or null, $5 lifetime in seconds, $6
-- maximum challenges per user. Returns no row if the account has no second factor, or its password has changed meanwhile.
with account as (
  select u.id from users u
  where u.id = $2 and u.password_hash is not distinct from $3 and {{living}} and {{has_second_factor}}
  for share
), gone as (
  delete from log_in_challenges where token_hash in (
    select token_hash from log_in_challenges where user_id = $2 order by expires_at desc, token_hash offset $6 - 1
  ) and exists (select from account)
)
insert into log_in_challenges (token_hash, user_id, proven_at, expires_at)
select $1, id, $4::timestamptz, now() + make_interval(secs => $5) from account
returning user_id

-- name: tryChallenge
-- Counts an attempt to answer the challenge $1 (hashed). Returns no row after $2 attempts. `known` is whether the account knows
-- the browser with the token $3 (hashed, or null).
update log_in_challenges c set tries = c.tries + 1 from users u
where c.token_hash = $1 and c.expires_at > now() and c.tries < $2 and u.id = c.user_id and {{living}}
returning c.user_id, u.password_hash, c.proven_at,
  exists (select from known_devices d where d.user_id = u.id and d.token_hash = $3 and d.expires_at > now()) as known

-- name: takeChallenge
-- Deletes the challenge $1 (hashed), which is answered.
delete from log_in_challenges where token_hash = $1 and expires_at > now() returning user_id

-- name: logRemoval
-- Logs that an operator has removed the second factor of the user $1.
insert into operator_log (user_id, action) values ($1, 'second-factor-removed')

-- name: lastRemoval
-- Reads when an operator last removed the second factor of the user $1.
select at from operator_log where user_id = $1 and action = 'second-factor-removed' order by id desc limit 1
