-- $1 key
select true as hidden from images i join users u on u.id = i.owner_id
where i.key = $1 and (u.deleted_at is not null or u.disabled_at is not null)
