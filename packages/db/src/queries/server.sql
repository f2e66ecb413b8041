-- name: lock(what)
-- Serialises transactions that do the same thing: waits for the advisory lock $1, which the transaction holds until it ends. `locks` in
-- the domain has their numbers.
select pg_advisory_xact_lock($1)::text as locked

-- name: secret(name, value)
-- Reads the secret named $1, or stores the value $2 if there is none yet. Concurrent processes get the same value.
insert into server_secrets (name, value) values ($1, $2)
on conflict (name) do update set name = excluded.name
returning value

-- name: timeIn(seconds)
-- Returns the time in $1 seconds.
select now() + $1::int * interval '1 second' as "at!"

-- name: facts()
select current_setting('server_version') as "version!", pg_database_size(current_database()) as "bytes!",
  (select count(*) from pg_stat_activity where backend_type = 'client backend') as "connections!",
  current_setting('max_connections')::int as "max_connections!"

-- name: schema()
-- Returns the name of the last migration that ran.
select name from migrations order by id desc limit 1
