-- $1 member, $2 token of the browser (hashed), $3 the token it came with (hashed) or null, $4 known until,
-- $5 browsers an account knows. A browser that gets another token stays known to the other accounts it was known to.
with known as (
  insert into known_devices (user_id, token_hash, expires_at)
  select $1, $2, $4::timestamptz
  union
  (select user_id, $2, expires_at from known_devices
   where token_hash = $3 and $3 <> $2 and user_id <> $1 order by expires_at desc limit 10)
  on conflict (user_id, token_hash) do update set expires_at = greatest(known_devices.expires_at, excluded.expires_at)
)
delete from known_devices where user_id = $1 and token_hash in (
  select token_hash from known_devices where user_id = $1 and token_hash <> $2
  order by expires_at desc, token_hash offset $5 - 1
)
