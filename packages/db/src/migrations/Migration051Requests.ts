import { Migration } from '@mikro-orm/migrations';

/** Chats started by strangers wait for an answer. Existing chats stay as they are. */
export class Migration051Requests extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('alter table contacts add column if not exists request text null');
    this.addSql('alter table contacts drop constraint if exists contacts_request_check');
    this.addSql(`alter table contacts add constraint contacts_request_check
      check (request in ('waiting', 'declined')) not valid`);
    this.addSql('alter table contacts validate constraint contacts_request_check');
    this.addSql('drop index concurrently if exists contacts_requests');
    this.addSql(`create index concurrently contacts_requests on contacts (user_id, last_message_id desc)
      where request = 'waiting'`);
  }
}
