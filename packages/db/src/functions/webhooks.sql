-- name: record_webhooks
-- Records an event for the webhooks of a member, or for the server's if the member is null, with the jobs that deliver it. A
-- webhook with a thousand pending deliveries gets no new ones. `for key share` skips a webhook that is deleted concurrently:
-- otherwise the foreign key of the delivery would make the member's own write fail.
create or replace function record_webhooks(member bigint, what text, subject bigint) returns void language plpgsql as $body$
declare
  recorded bigint;
begin
  for recorded in
    insert into webhook_deliveries (webhook_id, event, subject_id)
    select w.id, what, subject from webhooks w
    where (w.user_id = member or member is null and w.user_id is null) and w.off_since is null
      and (select count(*) from (
        select from webhook_deliveries d where d.webhook_id = w.id and d.next_at is not null limit 1000
      ) waiting) < 1000
    for key share of w
    on conflict do nothing
    returning id
  loop
    perform record_job('webhooks.deliver',
      jsonb_build_object('ownerId', coalesce(member, 0), 'deliveryId', recorded, 'attempt', 0));
  end loop;
end
$body$
