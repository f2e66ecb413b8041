-- name: poll_details
-- The poll of a post or a message, as JSON, with the viewer's votes. Few posts and messages have one: a lookup in the statement itself
-- would be prepared for each execution all the same.
create or replace function poll_details(of_post bigint, of_message bigint, viewer bigint) returns json
language plpgsql stable parallel safe as $body$
begin
  return (select json_build_object('id', l.id, 'multiple', l.multiple, 'named', l.named, 'closes_at', l.closes_at,
      'closed', coalesce(l.closes_at <= now(), false), 'voters', l.voters_count, 'options', (
        select json_agg(json_build_object('id', o.id, 'text', o.text, 'votes', o.votes_count,
          'mine', exists (select from poll_votes v where v.option_id = o.id and v.user_id = viewer)) order by o.position)
        from poll_options o where o.poll_id = l.id))
    from polls l where l.post_id = of_post or l.message_id = of_message);
end
$body$
