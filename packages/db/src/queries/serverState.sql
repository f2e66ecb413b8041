-- name: read()
-- Returns the only row of the table, which the first call inserts.
with made as (insert into server_state default values on conflict do nothing returning *)
select replace(community::text, '-', '') as "community!", restored_at, mail_sent_at, mail_failed_at, mail_error, backed_up_at, backup_file, backup_bytes,
  backup_failed_at, backup_error
from (select * from made union all select * from server_state) r limit 1

-- name: restored()
-- Marks a copy that a restore has made. It holds the state of the original, without the failures.
insert into server_state (restored_at) values (now())
on conflict (one) do update
set restored_at = excluded.restored_at, mail_failed_at = null, mail_error = null, backup_failed_at = null, backup_error = null
