-- name: activeActor(user)
-- Returns the user $1 if the account is active. The lock keeps the account from being disabled or deleted until the transaction
-- ends.
{{active_actor}}

-- name: lock(user)
-- Locks the user $1, if the account is active. The caller counts the user's rows in the next statement, so that the second of two
-- concurrent inserts counts the first. A statement that ends all sessions also waits for this lock, and then deletes what was
-- inserted. MikroORM has no `for no key update`, without which rows that refer to the user would have to wait.
select u.id, u.user_name from users u where u.id = $1 and u.disabled_at is null and u.deleted_at is null for no key update

-- name: role(user, session)
-- Reads the roles of the user $1, both false unless the account is active, and the state of the second factor. Every host is a moderator.
-- `proved_by_passkey` is whether a passkey authenticated the session $2, which also counts as a second factor.
select k.active and u.host as "host!", k.active and u.moderator as "moderator!", u.language, f.confirmed_at,
  k.proved as "proved_by_passkey!", f.user_id is not null or k.proved as "has_second_factor!",
  (select count(*) from recovery_codes c where c.user_id = u.id)::int as "codes_left!"
from users u left join second_factors f on f.user_id = u.id and f.confirmed_at is not null
cross join lateral (
  select u.disabled_at is null and u.deleted_at is null as active,
    exists (select from sessions s where s.id = $2 and s.user_id = u.id and s.by_passkey)
      and exists (select from passkeys p where p.user_id = u.id) as proved offset 0
) k
where u.id = $1

-- name: signUp(inviter?, userName, email, uid, passwordHash?, language: Language, emailConfirmed)
-- Creates an account: $1 who invited the member or null, $2 user name, $3 e-mail, $4 uid, $5 the password's hash, or null for a sign-in at
-- an identity provider, $6 language, $7 whether the address counts as confirmed. The first member with a confirmed address becomes the
-- host. Returns no row if an account with a password has the uid of such a sign-in.
with unused_uid as (
  select where $5::text is null or not exists (select from federated_identities where uid = $4)
), confirmed as (
  select from unused_uid where $7::boolean
), {{founding}}, made as (
  insert into users (user_name, email, identity_uid, auth_provider, password_hash, language, email_confirmed, newcomer, moderator, host, inviter_id)
  select $2, $3, $4, case when $5::text is null then 'google' else 'email' end, $5, $6, $7, true, f.yes, f.yes, $1
  from unused_uid, lateral (select exists (select from founded) as yes) f
  returning id
), {{founding_logged}}, announced as (
  select id, record_webhooks(null, 'user.created', id) from made
)
select id from announced

-- name: confirmEmail(codeHash, now)
-- Confirms the e-mail address to which the code $1 (hashed) was mailed, if the account still has that address and the code is
-- valid at the time $2. The account is locked before the code is deleted, as in all statements; only the first of concurrent
-- calls succeeds. The first member who confirms an address becomes the host of the server.
with code as (
  select user_id, email from email_confirmations where code_hash = $1 and expires_at > $2
), account as (
  select u.id from users u join code on code.user_id = u.id and lower(code.email) = lower(u.email)
  where u.disabled_at is null and u.deleted_at is null
  for no key update of u
), used as (
  delete from email_confirmations where code_hash = $1 and exists (select from account)
  returning user_id as id
), confirmed as (select from used), {{founding}}, made as (select id from used), {{founding_logged}}
update users u set email_confirmed = true, moderator = moderator or f.yes, host = host or f.yes
from used, lateral (select exists (select from founded) as yes) f
where u.id = used.id
returning u.id

-- name: resetPassword(user, passwordHash, email?, guarded, confirms, mailed)
-- Sets the password hash of the user $1 to $2. $3 is the address that the account had when the code was made, or null; the code is
-- invalid once the account has another. If $6, the code was mailed, which proves that the caller receives mail at $3, so the address
-- is confirmed. $4 is whether moderators need a second factor: then a moderator or host without an authenticator app loses the role,
-- because somebody else who reads the moderator's mails could add an app and act as moderator. $5 is whether addresses have to be
-- confirmed: then a second factor and profile links of an account whose address was not confirmed so far are deleted, because somebody
-- else may have signed up with the address. Recovery codes are also deleted if they were made since the first log-in from an unknown
-- browser in the last seven days, which may have been somebody else's.
with unproven as (
  select id from users where id = $1 and $5::boolean and $6::boolean and not email_confirmed for no key update
), removed_factor as (
  delete from second_factors where user_id = (select id from unproven)
), removed_codes as (
  delete from recovery_codes where user_id = $1 and (exists (select from unproven) or created_at >= (
    select min(created_at) from sign_in_notices where user_id = $1 and created_at > now() - interval '7 days'
  ))
), removed_links as (
  delete from profile_links where user_id = (select id from unproven)
), confirmed as (select from unproven), {{founding}}, made as (select id from unproven), {{founding_logged}}
update users u set password_hash = $2, email_confirmed = email_confirmed or $6,
  moderator = moderator and k.proved or f.yes, host = host and k.proved or f.yes
from (select exists (select from founded) as yes) f,
  lateral (select not $4::boolean or {{has_second_factor}} as proved from users u where u.id = $1) k
where id = $1 and auth_provider = 'email' and deleted_at is null and disabled_at is null
  and lower(email) is not distinct from lower($3)
  -- Reads the row before it is updated.
  and (select count(*) from unproven) >= 0
returning id, moderator, host

-- name: founding
-- CTE after a CTE `confirmed`, which has a row if the statement makes an account with a confirmed address. `founded` has a row if that
-- is the first such account of the server, which becomes its host; of two at once, the second waits for the row of the first in
-- `founding`.
founded as (
  insert into founding (one) select true from confirmed
  where not exists (select from founding)
    and not exists (select from users where email_confirmed and deleted_at is null)
  on conflict do nothing
  returning one
)

-- name: founding_logged
-- CTE that writes into the log that the account in the CTE `made` became the first host.
logged as (
  insert into host_log (action, member_id) select 'host-appointed', id from made where exists (select from founded)
)
