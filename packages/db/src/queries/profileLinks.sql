-- name: set(user, urls)
-- Replaces the profile links of the user $1, who is locked, by the addresses $2 in order. Unchanged addresses keep their
-- verification. A job checks new and unverified ones.
with gone as (
  delete from profile_links where user_id = $1 and url <> all ($2::text[])
), saved as (
  insert into profile_links as l (user_id, url, position)
  select $1, g.url, g.position from unnest($2::text[]) with ordinality g (url, position)
  on conflict (user_id, url) do update set position = excluded.position,
    check_at = case when l.verified_at is null then now() else l.check_at end
  returning l.url
)
select record_job('profileLinks.check', jsonb_build_object('userId', $1::bigint)) from saved limit 1
