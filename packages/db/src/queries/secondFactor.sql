-- name: state
-- $1 user, $2 their session
select f.confirmed_at, u.moderator, {{proved_by_passkey}} as proved_by_passkey, (select count(*) from recovery_codes c where c.user_id = u.id)::int as codes_left
from users u left join second_factors f on f.user_id = u.id and f.confirmed_at is not null
where u.id = $1

-- name: lockOwner
-- $1 user. Runs as a separate statement, so that concurrent changes of one member's factor are serialised.
select u.id, u.user_name, {{has_second_factor}} as has_second_factor from users u
where u.id = $1 and {{living}} for no key update

-- name: begin
-- $1 user, locked, $2 the secret (encrypted)
insert into second_factors as f (user_id, secret) values ($1, $2)
on conflict (user_id) do update set secret = excluded.secret, created_at = now() where f.confirmed_at is null
returning user_id

-- name: secret
-- $1 user, $2 seconds for which a secret can be confirmed
select secret, confirmed_at from second_factors
where user_id = $1 and (confirmed_at is not null or created_at > now() - make_interval(secs => $2))

-- name: confirm
-- $1 user, $2 the secret as it was read (encrypted), $3 time step of the code
update second_factors set confirmed_at = now(), last_step = $3
where user_id = $1 and secret = $2 and confirmed_at is null
returning user_id

-- name: replaceCodes
-- $1 user, locked, $2 codes (hashed)
with gone as (
  delete from recovery_codes where user_id = $1
)
insert into recovery_codes (user_id, code_hash) select $1, unnest($2::text[])

-- name: useStep
-- $1 user, $2 the secret as it was read (encrypted), $3 time step of the code. No row if this or a later code was used before.
update second_factors set last_step = $3
where user_id = $1 and secret = $2 and confirmed_at is not null and last_step < $3
returning user_id

-- name: useCode
-- $1 user, $2 recovery code (hashed)
delete from recovery_codes where user_id = $1 and code_hash = $2 returning user_id

-- name: remove
-- $1 user, locked
with codes as (
  delete from recovery_codes where user_id = $1
), challenges as (
  delete from log_in_challenges where user_id = $1
)
delete from second_factors where user_id = $1 returning confirmed_at

-- name: challenge
-- $1 challenge (hashed), $2 user, $3 the password's hash as it was verified, or null for an account without a password,
-- $4 when the user authenticated or null, $5 lifetime in seconds, $6 maximum challenges per user. No row if the account has no
-- second factor, or its password has changed meanwhile.
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
-- $1 challenge (hashed), $2 attempts per challenge, $3 the browser's token (hashed) or null. Counts the attempt.
update log_in_challenges c set tries = c.tries + 1 from users u
where c.token_hash = $1 and c.expires_at > now() and c.tries < $2 and u.id = c.user_id and {{living}}
returning c.user_id, u.password_hash, c.proven_at,
  exists (select from known_devices d where d.user_id = u.id and d.token_hash = $3 and d.expires_at > now()) as known

-- name: takeChallenge
-- $1 challenge (hashed)
delete from log_in_challenges where token_hash = $1 and expires_at > now() returning user_id

-- name: logRemoval
-- $1 user
insert into operator_log (user_id, action) values ($1, 'second-factor-removed')

-- name: lastRemoval
-- $1 user
select at from operator_log where user_id = $1 and action = 'second-factor-removed' order by id desc limit 1
