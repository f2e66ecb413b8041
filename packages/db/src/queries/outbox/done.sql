-- $1 outbox rows
delete from outbox where id = any ($1::bigint[])
