-- $1 member
update notifications set read_at = now() where recipient_id = $1 and read_at is null returning id
