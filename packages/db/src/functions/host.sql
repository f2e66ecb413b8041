-- name: refuse_change_of_host_log
create or replace function refuse_change_of_host_log() returns trigger language plpgsql as $body$
begin
  raise exception 'the log of hosts is append-only' using errcode = '23514', constraint = 'host_log_kept';
end
$body$

-- name: host_log_kept
create trigger host_log_kept before delete or update or truncate on host_log
for each statement execute function refuse_change_of_host_log()
