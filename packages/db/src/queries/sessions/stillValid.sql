-- $1 session ids (hashed)
select s.id from sessions s join users u on u.id = s.user_id
where s.id = any ($1::text[]) and s.expires_at > now() and u.disabled_at is null and u.deleted_at is null
