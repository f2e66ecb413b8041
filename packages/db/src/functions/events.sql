-- name: event_details
-- The event of a post, as JSON, with the viewer's answer. Few posts are events: a lookup in the statement itself would be prepared for
-- each execution all the same.
create or replace function event_details(post bigint, viewer bigint) returns json language plpgsql stable parallel safe as $body$
begin
  return (select json_build_object('starts_at', e.starts_at, 'ends_at', e.ends_at, 'time_zone', e.time_zone, 'place', e.place,
      'cancelled_at', e.cancelled_at, 'yes', e.yes_count, 'maybe', e.maybe_count, 'no', e.no_count,
      'mine', (select a.answer from event_answers a where a.post_id = e.post_id and a.user_id = viewer))
    from events e where e.post_id = post);
end
$body$

-- name: event_end
-- When an event is over. One without an end counts as running for three hours; as `endOf` in the contracts.
create or replace function event_end(starts_at timestamptz, ends_at timestamptz) returns timestamptz
language sql immutable parallel safe as $body$
  select coalesce(ends_at, starts_at + interval '3 hours')
$body$
