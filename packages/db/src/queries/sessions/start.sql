-- $1 session id (hashed), $2 member, $3 the password's hash as it was verified, or null for an account without a password,
-- $4 device, $5 ends at, $6 proven at or null, $7 sessions a member may have.
-- The lock makes a reset, a shutting out or a deletion wait for this session and then end it, or this find them done.
with member as (
  select id from users
  where id = $2 and password_hash is not distinct from $3 and deleted_at is null and disabled_at is null
  for share
), started as (
  insert into sessions (id, user_id, device, expires_at, reauthenticated_at)
  select $1, id, $4, $5::timestamptz, $6::timestamptz from member
  returning id
), ended as (
  delete from sessions where id in (
    select id from sessions where user_id = $2 order by last_seen_at desc, id offset $7 - 1
  ) and exists (select from started)
  returning id
)
select array(select id from ended) as ended from started
