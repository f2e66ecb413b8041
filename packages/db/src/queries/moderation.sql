-- name: moderating
-- Returns the user $1 if that is an active moderator. The lock keeps the account from being disabled or deleted until the
-- transaction ends.
select id from users where id = $1 and moderator and deleted_at is null and disabled_at is null for key share

-- name: report(reporter, kind: CaseKind, subject, reason: ReportReason, words)
-- Reports the thing $3 of the kind $2 to the moderators, with the reason $4 and the text $5, if the reporter $1 sees it, is not its
-- author and has not reported it before. A case that moderators are just deciding accepts no more reports. `found` is whether the
-- reporter may report the thing, `filed` whether the report was recorded, and `known` whether the reporter had reported the thing before.
with subject as (
  {{reported_post}}
  union all
  {{reported_comment}}
  union all
  {{reported_message}}
  union all
  {{reported_user}}
), opened as (
  insert into cases (kind, subject_id, author_id, snapshot)
  select $2, s.id, s.author_id, s.snapshot from subject s
  where exists ({{active_actor}})
    and not exists (select from reports r where r.reporter_id = $1 and r.kind = $2 and r.subject_id = s.id)
  on conflict (kind, subject_id) where outcome is null do update set kind = excluded.kind where cases.outcome is null
  returning id, subject_id
), filed as (
  insert into reports (case_id, reporter_id, kind, subject_id, reason, words)
  select id, $1, $2, subject_id, $4, $5 from opened
  on conflict (reporter_id, kind, subject_id) do nothing
  returning id
), announced as (
  select record_webhooks(null, 'report.created', id) from filed
)
select exists (select from subject) as "found!", exists (select from announced) as "filed!",
  exists (select from reports r where r.reporter_id = $1 and r.kind = $2 and r.subject_id = $3) as "known!"

-- name: reported_post
-- The options of a poll are part of the text, and the place of an event is one of the location.
select p.id, p.author_id, jsonb_build_object('text', concat_ws(e'\n', nullif(p.caption, ''), (
      select string_agg('• ' || o.text, e'\n' order by o.position) from polls l join poll_options o on o.poll_id = l.id
      where l.post_id = p.id)),
    'location', nullif(concat_ws(', ', p.location, (select e.place from events e where e.post_id = p.id)), ''),
    'imageKey', i.key, 'imageWidths', i.widths, 'imageVideo', case when i.media = 'video' then
      jsonb_build_object('container', i.container, 'duration_ms', i.duration_ms) end,
    'more', (select jsonb_agg(jsonb_build_object('key', m.key, 'widths', m.widths, 'alt', m.alt, 'video', case when m.media = 'video' then
      jsonb_build_object('container', m.container, 'duration_ms', m.duration_ms) end) order by m.position)
      from images m where m.post_id = p.id and m.position > 0 and m.status = 'ready')) as snapshot
  from posts p join users u on u.id = p.author_id and {{visible_post}}
  left join images i on i.id = p.image_id and i.status = 'ready'
  where $2::text = 'post' and p.id = $3 and p.author_id <> $1

-- name: reported_comment
select c.id, c.author_id, jsonb_build_object('text', c.content)
  {{comment_from}}
  where $2 = 'comment' and c.id = $3 and c.author_id <> $1

-- name: reported_message
-- Only its receiver or a member of its group can report a message. The snapshot contains the message's current text with the options
-- of its poll, its picture, video or voice, and nothing else of the chat.
select m.id, m.sender_id, jsonb_build_object('text', concat_ws(e'\n', nullif(m.content, ''), (
      select string_agg('• ' || o.text, e'\n' order by o.position) from polls l join poll_options o on o.poll_id = l.id
      where l.message_id = m.id)),
    'imageKey', case when i.media <> 'voice' then i.key end, 'imageWidths', i.widths,
    'imageVideo', case when i.media = 'video' then jsonb_build_object('container', i.container, 'duration_ms', i.duration_ms) end,
    'voice', case when i.media = 'voice' then jsonb_build_object('key', i.key, 'container', i.container) end)
  from messages m left join images i on i.id = m.image_id and i.status = 'ready'
  where $2 = 'message' and m.id = $3 and m.sender_id <> $1 and m.deleted_at is null and m.event is null and {{in_chat}}

-- name: reported_user
-- The snapshot contains the display name, the text and the links of the profile, and the picture.
select u.id, u.id, jsonb_build_object('text', concat_ws(e'\n', u.display_name, nullif(u.bio, ''),
    (select string_agg(l.url, e'\n' order by l.position) from profile_links l where l.user_id = u.id)), 'imageKey', u.picture_key, 'imageWidths', array[256])
  from users u where $2 = 'user' and u.id = $3 and u.id <> $1 and {{visible_user}}

-- list: people(viewer, hosts, rows)
-- Lists at most $3 moderators without the viewer $1 or, if $2, hosts, those whom $1 may see, the first members of the server first.
select u.id, u.user_name as "user_name!", u.display_name, u.picture_key
from users u
where u.moderator and case when $2::boolean then u.host else u.id <> $1 end and {{visible_user}}
order by u.id limit $3

-- name: open(moderator, after, rows)
-- Lists the open cases, oldest first, without cases about the moderator $1: at most $3 with ids above $2.
select c.id, c.kind, c.subject_id, c.author_id, c.snapshot, c.created_at, u.user_name, u.display_name, u.picture_key,
  (select count(*) from reports r where r.case_id = c.id)::int as "reports_count!",
  -- The list is empty if all reporters have deleted their accounts, because their reports are deleted too.
  coalesce((select json_agg(json_build_object('reason', r.reason, 'words', r.words) order by r.id) from (
    select * from reports r where r.case_id = c.id order by r.id limit 20
  ) r), '[]') as "reports!: CaseReport[]",
  coalesce((select json_agg(json_build_object('kind', e.kind, 'outcome', e.outcome) order by e.id desc) from (
    select * from cases e where e.author_id = c.author_id and e.outcome is not null order by e.id desc limit 5
  ) e), '[]') as "earlier!: EarlierCase[]"
from cases c join users u on u.id = c.author_id and u.deleted_at is null
where c.outcome is null and c.author_id <> $1 and c.id > $2
order by c.id
limit $3

-- name: log(moderator, before, rows)
-- Lists the entries of the moderation log, newest first, without cases about the moderator $1: at most $3 with ids below $2.
select l.id, l.case_id, l.action, l.note, l.at, c.kind, c.snapshot, c.author_id, u.user_name, u.display_name, u.picture_key, m.user_name as moderator_name,
  l.action <> 'undone' and not exists (select from moderation_log x where x.case_id = l.case_id and x.id > l.id) as "undoable!"
from moderation_log l
join cases c on c.id = l.case_id and c.author_id <> $1
join users u on u.id = c.author_id and u.deleted_at is null
join users m on m.id = l.moderator_id
where l.id < $2
order by l.id desc
limit $3

-- name: decide(moderator, id, outcome: Outcome, note)
-- Decides the case $2 as the moderator $1, with the outcome $3 and the note $4. The first decision wins: a second waits for the
-- row lock and finds that the case is decided.
with judge as ({{moderating}}), decided as (
  update cases set outcome = $3, decided_at = now()
  where id = $2 and outcome is null and author_id <> $1 and exists (select from judge)
    and ($3 <> 'hidden' or kind in ('post', 'comment'))
  returning id, kind, subject_id, author_id, outcome
), posts_hidden as (
  update posts p set hidden_at = now() from decided d
  where d.kind = 'post' and d.outcome = 'hidden' and p.id = d.subject_id and p.hidden_at is null
  returning p.author_id, case when p.frozen_at is null then p.audience end as counted_as
), counted as (
  update users u set public_posts_count = public_posts_count - coalesce(h.counted_as = 'public', false)::int,
    friends_posts_count = friends_posts_count - coalesce(h.counted_as = 'friends', false)::int
  from posts_hidden h where u.id = h.author_id
), comments_hidden as (
  update comments c set hidden_at = now() from decided d
  where d.kind = 'comment' and d.outcome = 'hidden' and c.id = d.subject_id
), logged as (
  insert into moderation_log (case_id, moderator_id, action, note) select id, $1, outcome, $4 from decided
), notified as (
  insert into notifications (recipient_id, kind, day, actors_count)
  select r.reporter_id, case when d.outcome = 'dismissed' then 'reportKept' else 'reportActed' end, current_date, 0
  from reports r join decided d on d.id = r.case_id
  on conflict (recipient_id, kind, post_id, day) do update set updated_at = now(), read_at = null
  returning recipient_id
)
select c.kind, c.subject_id, c.author_id, exists (select from decided) as "changed!",
  (select p.audience from posts p where p.id = c.subject_id and c.kind = 'post') as "audience: Audience",
  (select p.frozen_at from posts p where p.id = c.subject_id and c.kind = 'post') as frozen_at,
  array(select recipient_id from notified) as "notified!"
from cases c where c.id = $2 and c.author_id <> $1 and exists (select from judge)

-- name: hidden_by_other
-- Whether the subject of the case d is also hidden by the decision of another case
exists (select from cases o where o.kind = d.kind and o.subject_id = d.subject_id and o.outcome = 'hidden' and o.id <> d.id)

-- name: undo(moderator, id, note)
-- Undoes the decision of the case $2 as the moderator $1, with the note $3, so that the case is open again. What another case hides too
-- stays hidden.
with judge as ({{moderating}}), before as (
  select id, outcome from cases where id = $2 and author_id <> $1 and exists (select from judge) for update
), undone as (
  update cases c set outcome = null, decided_at = null from before b
  where c.id = b.id and b.outcome is not null
  returning c.id, c.kind, c.subject_id, c.author_id, b.outcome
), posts_shown as (
  update posts p set hidden_at = null from undone d
  where d.kind = 'post' and d.outcome = 'hidden' and p.id = d.subject_id and p.hidden_at is not null and not {{hidden_by_other}}
  returning p.author_id, case when p.frozen_at is null then p.audience end as counted_as
), counted as (
  update users u set public_posts_count = public_posts_count + coalesce(s.counted_as = 'public', false)::int,
    friends_posts_count = friends_posts_count + coalesce(s.counted_as = 'friends', false)::int
  from posts_shown s where u.id = s.author_id
), comments_shown as (
  update comments c set hidden_at = null from undone d
  where d.kind = 'comment' and d.outcome = 'hidden' and c.id = d.subject_id and not {{hidden_by_other}}
), logged as (
  insert into moderation_log (case_id, moderator_id, action, note) select id, $1, 'undone', $3 from undone
)
select c.kind, c.subject_id, c.author_id, b.outcome, exists (select from undone) as "changed!"
from cases c join before b on b.id = c.id
