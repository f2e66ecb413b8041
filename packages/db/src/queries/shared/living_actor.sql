select id from users where id = $1 and deleted_at is null and disabled_at is null for key share
