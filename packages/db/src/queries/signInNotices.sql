-- name: add(user, session, device, userAgent)
-- Records a notice that the user $1 was signed in on a new browser: $2 session, $3 the browser's token (hashed), $4 its user
-- agent. No row for the first browser of an account that is less than a day old.
with made as (
  insert into sign_in_notices (user_id, session_id, device_hash, device)
  select u.id, $2, $3, $4 from users u
  where u.id = $1 and u.disabled_at is null and u.deleted_at is null and (
    u.created_at < now() - interval '1 day' or exists (select from known_devices d where d.user_id = u.id)
  )
  returning id, user_id
), notified as (
  insert into notifications (recipient_id, kind, day, actors_count)
  select user_id, 'signIn', (now() at time zone 'utc')::date, 0 from made
  on conflict (recipient_id, kind, post_id, day) do update set updated_at = now(), read_at = null
)
select id from made

-- name: deny(code)
-- Uses up the notice with the code $1 (hashed), because the user denies the sign-in, and deletes what an intruder
-- could have added: passkeys, a second factor, recovery codes and invitations since the first notice of the last seven days that was
-- not denied, which may be of an earlier sign-in of the same intruder, and all known browsers. `end` of the sessions follows. The account is locked
-- before the code is deleted, as in all statements; only the first of concurrent calls succeeds.
with account as (
  select u.id, u.email, u.auth_provider from users u
  join sign_in_notices n on n.user_id = u.id and lower(n.email) = lower(u.email)
  where n.code_hash = $1 and n.created_at > now() - interval '7 days' and u.disabled_at is null and u.deleted_at is null
  for no key update of u
), notice as (
  delete from sign_in_notices where code_hash = $1 and exists (select from account)
  returning user_id, created_at
), since as (
  select n.user_id, min(o.created_at) as at from notice n join sign_in_notices o on o.user_id = n.user_id
  where o.created_at > now() - interval '7 days' group by n.user_id
), removed_passkeys as (
  delete from passkeys k using since s where k.user_id = s.user_id and k.created_at >= s.at
), removed_factor as (
  delete from second_factors f using since s where f.user_id = s.user_id and coalesce(f.confirmed_at, f.created_at) >= s.at
), removed_codes as (
  delete from recovery_codes c using since s where c.user_id = s.user_id and c.created_at >= s.at
), removed_invitations as (
  delete from invitations i using since s where i.inviter_id = s.user_id and i.created_at >= s.at
), removed_devices as (
  delete from known_devices d using notice n where d.user_id = n.user_id
)
select n.user_id, a.email as "email!", a.auth_provider from notice n join account a on a.id = n.user_id
