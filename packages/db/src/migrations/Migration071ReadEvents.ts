import { Migration } from '@mikro-orm/migrations';

/** Up to which event a notification was read, so that it is read again when later events are taken back. */
export class Migration071ReadEvents extends Migration {
  override up(): void {
    this.addSql('alter table notifications add column if not exists read_event_id bigint null');
  }
}
