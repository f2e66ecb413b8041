-- name: refuse_change_of_operator_log
create or replace function refuse_change_of_operator_log() returns trigger language plpgsql as $body$
begin
  raise exception 'the operator log is append-only' using errcode = '23514', constraint = 'operator_log_kept';
end
$body$

-- name: operator_log_kept
create trigger operator_log_kept before delete or update or truncate on operator_log
for each statement execute function refuse_change_of_operator_log()
