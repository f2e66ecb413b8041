-- Statements that delete, in batches, rows that are too old by PostgreSQL's clock. They return how many rows they deleted; 0
-- means that none are left.

-- name: rows(max)
-- Deletes at most $1 rows of each table. Rows of `push_sent` are kept for seven days; after that, no retry can push the same
-- event a second time.
with of_sessions as (
  delete from sessions where ctid = any (array(select ctid from sessions where expires_at <= now() limit $1)) returning 1
), of_tokens as (
  delete from tokens where ctid = any (array(select ctid from tokens where expires_at <= now() limit $1)) returning 1
), of_webhook_deliveries as (
  delete from webhook_deliveries where ctid = any (array(
    select ctid from webhook_deliveries where created_at < now() - interval '3 days' limit $1)) returning 1
), of_password_resets as (
  delete from password_resets where ctid = any (array(select ctid from password_resets where expires_at <= now() limit $1)) returning 1
), of_email_confirmations as (
  delete from email_confirmations where ctid = any (array(select ctid from email_confirmations where expires_at <= now() limit $1)) returning 1
), of_pending_sign_ins as (
  delete from pending_sign_ins where ctid = any (array(select ctid from pending_sign_ins where expires_at <= now() limit $1)) returning 1
), of_log_in_challenges as (
  delete from log_in_challenges where ctid = any (array(select ctid from log_in_challenges where expires_at <= now() limit $1)) returning 1
), of_passkey_challenges as (
  delete from passkey_challenges where ctid = any (array(select ctid from passkey_challenges where expires_at <= now() limit $1)) returning 1
), of_sign_in_notices as (
  delete from sign_in_notices where ctid = any (array(
    select ctid from sign_in_notices where created_at <= now() - interval '7 days' limit $1
  )) returning 1
), of_known_devices as (
  delete from known_devices where ctid = any (array(select ctid from known_devices where expires_at <= now() limit $1)) returning 1
), of_invitations as (
  delete from invitations where ctid = any (array(select ctid from invitations where expires_at <= now() limit $1)) returning 1
), of_exports as (
  delete from exports where ctid = any (array(select ctid from exports where expires_at <= now() limit $1)) returning 1
), of_mutes as (
  delete from mutes where ctid = any (array(select ctid from mutes where until <= now() limit $1)) returning 1
), of_push_sent as (
  delete from push_sent where ctid = any (array(
    select ctid from push_sent where sent_at <= now() - interval '7 days' limit $1
  )) returning 1
)
select sum(rows)::int as "rows!" from (
  select count(*) as rows from of_sessions
  union all select count(*) from of_tokens
  union all select count(*) from of_webhook_deliveries
  union all select count(*) from of_password_resets
  union all select count(*) from of_email_confirmations
  union all select count(*) from of_pending_sign_ins
  union all select count(*) from of_log_in_challenges
  union all select count(*) from of_passkey_challenges
  union all select count(*) from of_sign_in_notices
  union all select count(*) from of_known_devices
  union all select count(*) from of_invitations
  union all select count(*) from of_exports
  union all select count(*) from of_mutes
  union all select count(*) from of_push_sent
) each

-- name: old_notifications
(select id from notifications where day < (now() at time zone 'utc')::date - 90 order by day, id limit $1)
  union all
  (select id from notifications where read_at is not null and day < (now() at time zone 'utc')::date - 30
   and day >= (now() at time zone 'utc')::date - 90 order by day, id limit $1)

-- name: events(max)
-- Deletes at most $1 events of old notifications: unread ones after 90 days, read ones after 30. A trigger deletes the
-- notifications that then have no actors.
with old as (
  {{old_notifications}}
), gone as (
  delete from notification_events where id = any (array(
    select e.id from old cross join lateral (
      select id from notification_events e where e.notification_id = old.id order by id desc limit $1
    ) e limit $1
  ))
  returning 1
)
select count(*)::int as "rows!" from gone

-- name: notifications(max)
-- Deletes old notifications that have no events: those that the server itself created, and those whose remaining likes are only
-- counted.
with old as (
  {{old_notifications}}
), gone as (
  delete from notifications where id = any (array(
    select id from old where not exists (select from notification_events e where e.notification_id = old.id)
  ))
  returning 1
)
select count(*)::int as "rows!" from gone
