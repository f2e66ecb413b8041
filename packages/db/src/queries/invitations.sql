-- name: living_name
case when {{living}} then u.user_name end

-- name: lockInviter
-- Locks the user $1. This is a separate statement, so that the second of two concurrent invitations counts the first.
select id from users u where u.id = $1 and {{living}} for no key update

-- name: add
-- Creates an invitation: $1 inviter, who is locked, or null for an operator, $2 the code (hashed), $3 uses, $4 expiry, $5 maximum
-- open invitations per member. Returns no row if the member has reached the maximum.
insert into invitations (inviter_id, code_hash, uses, uses_left, expires_at)
select $1, $2, $3, $3, $4::timestamptz
where $1::bigint is null
  or (select count(*) from invitations where inviter_id = $1 and uses_left > 0 and expires_at > now()) < $5
returning id, uses, uses_left, created_at, expires_at

-- name: usable
-- Returns the invitation with the code $1 (hashed) if it can be used.
select i.id from invitations i where i.code_hash = $1 and {{usable_invitation}}

-- name: open
-- Lists the open invitations of the inviter $1, or all if $1 is null, newest first, at most 500.
select i.id, i.uses, i.uses_left, i.created_at, i.expires_at, {{living_name}} as inviter_name
from invitations i left join users u on u.id = i.inviter_id
where i.expires_at > now() and i.uses_left > 0 and ($1::bigint is null or i.inviter_id = $1)
order by i.id desc
limit 500

-- name: revoke
-- Deletes the invitation with the id $2 or the code $3 (hashed) of the inviter $1. With null as $1, an operator can delete any.
delete from invitations where (id = $2::bigint or code_hash = $3) and ($1::bigint is null or inviter_id = $1)
returning id
