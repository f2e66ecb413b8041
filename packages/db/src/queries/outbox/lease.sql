-- $1 rows, $2 seconds. What is leased is due again after that time, should whoever leased it not come to hand it over.
update outbox set due_at = now() + make_interval(secs => $2)
where id in (
  select id from outbox where due_at <= now() order by due_at, id limit $1 for update skip locked
)
returning id, name, payload
