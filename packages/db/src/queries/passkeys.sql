-- name: removeAll(user, session)
-- Deletes the passkeys of the user $1, who is locked. Those of a moderator without an authenticator app stay, unless one of them
-- authenticated the session $2: somebody who knows only the password could otherwise replace them.
delete from passkeys k using users u
where k.user_id = u.id and u.id = $1 and (not u.moderator or {{has_second_factor}} or {{proved_by_passkey}})

-- name: guarded(user, session)
-- Returns a row if the user $1 is a moderator who has passkeys but no authenticator app, and the session $2 was not authenticated
-- by a passkey.
select u.id from users u
where u.id = $1 and u.moderator and not {{has_second_factor}} and exists (select from passkeys k where k.user_id = u.id)
  and not exists (select from sessions s where s.id = $2 and s.user_id = u.id and s.by_passkey)
