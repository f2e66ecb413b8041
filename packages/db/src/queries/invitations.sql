-- name: living_name
case when {{living}} then u.user_name end

-- name: lockInviter
-- $1 user. A separate statement, so that the second of two concurrent invitations counts the first.
select id from users u where u.id = $1 and {{living}} for no key update

-- name: add
-- $1 inviter, locked, or null for an operator, $2 the code (hashed), $3 uses, $4 expiry, $5 maximum open invitations per member
insert into invitations (inviter_id, code_hash, uses, uses_left, expires_at)
select $1, $2, $3, $3, $4::timestamptz
where $1::bigint is null
  or (select count(*) from invitations where inviter_id = $1 and uses_left > 0 and expires_at > now()) < $5
returning id, uses, uses_left, created_at, expires_at

-- name: usable
-- $1 the code (hashed)
select i.id from invitations i where i.code_hash = $1 and {{usable_invitation}}

-- name: open
-- $1 inviter, or null for all. Newest first.
select i.id, i.uses, i.uses_left, i.created_at, i.expires_at, {{living_name}} as inviter_name
from invitations i left join users u on u.id = i.inviter_id
where i.expires_at > now() and i.uses_left > 0 and ($1::bigint is null or i.inviter_id = $1)
order by i.id desc
limit 500

-- name: revoke
-- $1 inviter, or null for an operator, who can revoke anybody's; $2 invitation or $3 its code (hashed)
delete from invitations where (id = $2::bigint or code_hash = $3) and ($1::bigint is null or inviter_id = $1)
returning id
