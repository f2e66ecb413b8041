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
