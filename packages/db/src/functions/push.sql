-- name: record_push
-- Records the job that pushes something unread to a member's devices, if they have any. It is due after three
-- seconds: what is read meanwhile is not pushed.
create or replace function record_push(member bigint, about text, subject bigint) returns void language plpgsql as $body$
begin
  if exists (select from push_subscriptions where user_id = member) then
    perform record_job('push.send', jsonb_build_object('userId', member, 'about', about, 'id', subject), null,
      now() + interval '3 seconds');
  end if;
end
$body$
