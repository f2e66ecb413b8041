-- name: state(user, session)
-- Reads the state of the user $1's second factor, and whether a passkey authenticated the session $2.
select f.confirmed_at, u.moderator, {{proved_by_passkey}} as "proved_by_passkey!", (select count(*) from recovery_codes c where c.user_id = u.id)::int as "codes_left!"
from users u left join second_factors f on f.user_id = u.id and f.confirmed_at is not null
where u.id = $1

-- name: challenge(token, user, passwordHash?, provenAt?, seconds, max)
-- Stores a challenge, which a code of the second factor will answer: $1 challenge (hashed), $2 user, $3 the password's hash as it
-- was verified, or null for an account without a password, $4 when the user authenticated or null, $5 lifetime in seconds, $6
-- maximum challenges per user. Returns no row if the account has no second factor, or its password has changed meanwhile.
with account as (
  select u.id from users u
  where u.id = $2 and u.password_hash is not distinct from $3 and u.disabled_at is null and u.deleted_at is null and {{has_second_factor}}
  for share
), gone as (
  delete from log_in_challenges where token_hash in (
    select token_hash from log_in_challenges where user_id = $2 order by expires_at desc, token_hash offset $6 - 1
  ) and exists (select from account)
)
insert into log_in_challenges (token_hash, user_id, proven_at, expires_at)
select $1, id, $4::timestamptz, now() + make_interval(secs => $5) from account
returning user_id
