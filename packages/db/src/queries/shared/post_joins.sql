join users u on u.id = p.author_id and u.disabled_at is null and u.deleted_at is null
left join images i on i.id = p.image_id
