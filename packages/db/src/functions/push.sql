-- name: record_push
-- Records the job that pushes something unread to a member's devices, if the member has any. The job is due after three seconds,
-- so that nothing is pushed that the member reads within that time.
create or replace function record_push(member bigint, about text, subject bigint) returns void language plpgsql as $body$
begin
  if exists (select from push_subscriptions where user_id = member) then
    perform record_job('push.send', jsonb_build_object('userId', member, 'about', about, 'id', subject), null,
      now() + interval '3 seconds');
  end if;
end
$body$
