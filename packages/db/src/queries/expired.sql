-- What is past its time, at most $2 rows of it at once; $1 is now. None are left when it says 0.

-- name: sessions
with gone as (
  delete from sessions where ctid = any (array(select ctid from sessions where expires_at <= $1::timestamptz limit $2)) returning 1
)
select count(*)::int as rows from gone

-- name: passwordResets
with gone as (
  delete from password_resets where ctid = any (array(select ctid from password_resets where expires_at <= $1::timestamptz limit $2)) returning 1
)
select count(*)::int as rows from gone

-- name: emailConfirmations
with gone as (
  delete from email_confirmations where ctid = any (array(select ctid from email_confirmations where expires_at <= $1::timestamptz limit $2)) returning 1
)
select count(*)::int as rows from gone

-- name: pendingSignIns
with gone as (
  delete from pending_sign_ins where ctid = any (array(select ctid from pending_sign_ins where expires_at <= $1::timestamptz limit $2)) returning 1
)
select count(*)::int as rows from gone

-- name: knownDevices
with gone as (
  delete from known_devices where ctid = any (array(select ctid from known_devices where expires_at <= $1::timestamptz limit $2)) returning 1
)
select count(*)::int as rows from gone

-- name: invitations
with gone as (
  delete from invitations where ctid = any (array(select ctid from invitations where expires_at <= $1::timestamptz limit $2)) returning 1
)
select count(*)::int as rows from gone

-- name: exports
with gone as (
  delete from exports where ctid = any (array(select ctid from exports where expires_at <= $1::timestamptz limit $2)) returning 1
)
select count(*)::int as rows from gone

-- name: mutes
with gone as (
  delete from mutes where ctid = any (array(select ctid from mutes where until <= $1::timestamptz limit $2)) returning 1
)
select count(*)::int as rows from gone

-- name: pushSent
-- After seven days no job comes again that would push the same once more.
with gone as (
  delete from push_sent where ctid = any (array(
    select ctid from push_sent where sent_at <= $1::timestamptz - interval '7 days' limit $2
  )) returning 1
)
select count(*)::int as rows from gone

-- name: events
-- Of notifications of 90 days, and of 30 if they are read. Their triggers count, so the entries' own rows go with the last.
with old as (
  {{old_notifications}}
), gone as (
  delete from notification_events where id = any (array(
    select e.id from old cross join lateral (
      select id from notification_events e where e.notification_id = old.id order by id desc limit $2
    ) e limit $2
  ))
  returning 1
)
select count(*)::int as rows from gone

-- name: notifications
-- Those that the last of the events left: what the server told, and likes that were only counted.
with old as (
  {{old_notifications}}
), gone as (
  delete from notifications where id = any (array(
    select id from old where not exists (select from notification_events e where e.notification_id = old.id)
  ))
  returning 1
)
select count(*)::int as rows from gone
