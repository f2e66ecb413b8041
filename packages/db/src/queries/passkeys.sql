-- name: removeAll(user, session)
-- Deletes the passkeys of the user $1, who is locked. Those of a moderator without an authenticator app stay, unless one of them
-- authenticated the session $2: somebody who knows only the password could otherwise replace them.
delete from passkeys k using users u
where k.user_id = u.id and u.id = $1 and (not u.moderator or {{has_second_factor}} or {{proved_by_passkey}})
