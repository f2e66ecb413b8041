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

-- name: checked(user, url, userName, found?)
-- Stores a check of the user $1's link $2: its page was searched for a link to the profile of the user name $3. $4 is whether the
-- page has that link, or null if the page could not be read: then an earlier verification is valid for a month, and the check is
-- repeated the next day.
update profile_links l set
  verified_at = case when $4 then now() when $4 is null and l.verified_at > now() - interval '30 days' then l.verified_at end,
  check_at = now() + case when $4 is null then interval '1 day' else interval '7 days' end
from users u where u.id = l.user_id and lower(u.user_name) = lower($3) and l.user_id = $1 and l.url = $2
