-- name: lock(what)
-- Serialises transactions that do the same thing: waits for the advisory lock $1, which the transaction holds until it ends. `locks` in
-- the domain has their numbers.
select pg_advisory_xact_lock($1)::text as locked

-- name: timeIn(seconds)
-- Returns the time in $1 seconds.
select now() + $1::int * interval '1 second' as "at!"

-- name: facts()
select current_setting('server_version') as "version!", pg_database_size(current_database()) as "bytes!",
  (select count(*) from pg_stat_activity where backend_type = 'client backend') as "connections!",
  current_setting('max_connections')::int as "max_connections!"

-- name: restored()
-- Marks a copy that a restore has made. It holds the state of the original, without the failures.
insert into server_state (restored_at) values (now())
on conflict (one) do update
set restored_at = excluded.restored_at, mail_failed_at = null, mail_error = null, backup_failed_at = null, backup_error = null
