import { Migration } from '@mikro-orm/migrations';

/**
 * Events go in many ways: with their comment, with their actor, with their post. Counting their actors anew where they go
 * holds for all of them. The entries are locked first: a count taken before would miss an event that is being added.
 */
const recount = `
create function recount_notified_actors() returns trigger language plpgsql as $body$
begin
  perform from notifications where id in (select notification_id from gone) order by id for update;
  update notifications n
  set actors_count = (select count(distinct actor_id) from notification_events e where e.notification_id = n.id)
  where n.id in (select notification_id from gone);
  delete from notifications where actors_count = 0 and id in (select notification_id from gone);
  return null;
end
$body$
`;

const trigger = `
create trigger notification_events_gone after delete on notification_events
referencing old table as gone for each statement execute function recount_notified_actors()
`;

/**
 * A notification counts those of its actors whose events are still there, and goes with the last of them. Those that
 * drifted before are mended by the recount of the same day.
 */
export class Migration004NotificationCounts extends Migration {
  override up(): void {
    this.addSql(recount);
    this.addSql(trigger);
  }
}
