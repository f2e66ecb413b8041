-- name: usable(codeHash)
-- Returns the invitation with the code $1 (hashed) if it can be used.
select i.id from invitations i where i.code_hash = $1 and {{usable_invitation}}
