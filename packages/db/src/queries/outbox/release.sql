-- $1 outbox rows, which the queue did not take: due again at once.
update outbox set due_at = now() where id = any ($1::bigint[])
