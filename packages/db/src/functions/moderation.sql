-- name: refuse_change_of_log
create or replace function refuse_change_of_log() returns trigger language plpgsql as $body$
begin
  raise exception 'the moderation log is append-only' using errcode = '23514', constraint = 'moderation_log_kept';
end
$body$

-- name: moderation_log_kept
create trigger moderation_log_kept before delete or update or truncate on moderation_log
for each statement execute function refuse_change_of_log()
