-- name: read()
-- Returns the only row of the table, which the first call inserts.
with made as (insert into server_state default values on conflict do nothing returning *)
select replace(community::text, '-', '') as "community!", restored_at, mail_sent_at, mail_failed_at, mail_error, backed_up_at, backup_file, backup_bytes,
  backup_failed_at, backup_error
from (select * from made union all select * from server_state) r limit 1

-- name: mailSent()
insert into server_state (mail_sent_at) values (now())
on conflict (one) do update set mail_sent_at = excluded.mail_sent_at

-- name: mailFailed(error)
insert into server_state (mail_failed_at, mail_error) values (now(), $1)
on conflict (one) do update set mail_failed_at = excluded.mail_failed_at, mail_error = excluded.mail_error

-- name: backedUp(at, file, bytes)
insert into server_state (backed_up_at, backup_file, backup_bytes) values ($1::timestamptz, $2, $3)
on conflict (one) do update
set backed_up_at = excluded.backed_up_at, backup_file = excluded.backup_file, backup_bytes = excluded.backup_bytes

-- name: backupFailed(error)
insert into server_state (backup_failed_at, backup_error) values (now(), $1)
on conflict (one) do update set backup_failed_at = excluded.backup_failed_at, backup_error = excluded.backup_error

-- name: restored()
-- Marks a copy that a restore has made. It holds the state of the original, without the failures.
insert into server_state (restored_at) values (now())
on conflict (one) do update
set restored_at = excluded.restored_at, mail_failed_at = null, mail_error = null, backup_failed_at = null, backup_error = null

-- name: confirmRestore()
update server_state set restored_at = null where restored_at is not null returning one
