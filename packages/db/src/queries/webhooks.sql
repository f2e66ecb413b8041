-- name: attempted(delivery, tries, status?, delivered, nextSeconds?, off?)
-- Records an attempt of the delivery $1, before which $2 attempts were completed: $3 the response's status or null, $4 whether
-- the event is thereby delivered, $5 seconds until the next attempt, or null if there is none, $6 why the webhook is switched
-- off now, or null. A webhook is also switched off if the last attempt fails and no delivery has succeeded since this one was
-- created. The owner of a webhook that is switched off is notified. Only the first report of an attempt counts. The webhook is
-- locked before its deliveries, in the same order as when it is deleted.
with locked as (
  select w.id, w.user_id, coalesce(w.user_id, 0) as owner_id, w.succeeded_at, w.off_since from webhooks w
  where w.id = (select webhook_id from webhook_deliveries where id = $1) for no key update
), recorded as (
  update webhook_deliveries d set tries = d.tries + 1, status = $3, answered_at = now(),
    next_at = now() + make_interval(secs => $5::float8)
  from locked w where d.id = $1 and d.webhook_id = w.id and d.tries = $2 and d.next_at is not null
  returning d.id, d.webhook_id, d.tries, d.next_at, w.user_id, w.owner_id, w.off_since, coalesce($6::text, case
    when not $4 and $5::float8 is null and coalesce(w.succeeded_at < d.created_at, true) then 'failing'
  end) as reason
), marked as (
  update webhooks w set
    succeeded_at = case when $4 then now() else w.succeeded_at end,
    off_since = case when n.reason is null then w.off_since else now() end,
    off_reason = coalesce(n.reason, w.off_reason)
  from recorded n where w.id = n.webhook_id and ($4 or n.reason is not null)
), cancelled as (
  update webhook_deliveries d set next_at = null
  from recorded n where n.reason is not null and d.webhook_id = n.webhook_id and d.id <> n.id and d.next_at is not null
), queued as (
  select record_job('webhooks.deliver',
    jsonb_build_object('ownerId', owner_id, 'deliveryId', id, 'attempt', tries), null, next_at)
  from recorded where next_at is not null and reason is null
), switched_off as (
  select webhook_id, user_id, reason from recorded where reason is not null and off_since is null
), notified as (
  insert into notifications (recipient_id, kind, day, actors_count)
  select user_id, 'webhookOff', (now() at time zone 'utc')::date, 0 from switched_off where user_id is not null
  on conflict (recipient_id, kind, post_id, day) do update set updated_at = now(), read_at = null
), mailed as (
  select record_job('webhooks.sendOffNotice', jsonb_build_object('webhookId', webhook_id))
  from switched_off where user_id is not null
)
select (select count(*) from queued)::int as "queued!", (select count(*) from mailed)::int as "mailed!", s.webhook_id, s.reason
from (select) one left join switched_off s on true

-- name: ofChat(group, message)
-- Records the event of the message $2 of the group $1 for the webhooks of the other members; idempotent.
select record_webhooks(c.user_id, 'message.sent', m.id)
from messages m join memberships c on c.chat_id = m.chat_id
where m.id = $2 and m.chat_id = $1 and m.deleted_at is null and m.event is null
  and c.user_id <> m.sender_id and m.id > c.from_id
  and exists (select from webhooks w where w.user_id = c.user_id and w.off_since is null)

-- name: message(user, id)
-- Reads, for a webhook event, the message $2 to the member $1. Returns no row if $1 may not see the message or does not want to
-- be notified, or has muted the chat (unless it is a group, and the message mentions $1).
select m.id, m.created_at, u.id as sender_id, u.user_name as "user_name!", u.display_name, u.picture_key, s.request is not null as "request!", m.chat_id
from messages m
join users u on u.id = m.sender_id and {{visible_user}} and {{not_muted}}
join memberships s on s.chat_id = m.chat_id and s.user_id = $1 and s.from_id < m.id and s.request is distinct from 'declined'
where m.id = $2 and m.sender_id <> $1 and m.deleted_at is null and m.event is null
  and (coalesce(s.muted_until <= now(), true) and wants_notification($1, 'message', false) or s.mention_id = m.id and wants_notification($1, 'mention', false))
