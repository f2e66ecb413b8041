import { Migration } from '@mikro-orm/migrations';

/** The newest message of a group that mentions a member. */
export class Migration053GroupMentions extends Migration {
  override up(): void {
    this.addSql('alter table chat_members add column if not exists mention_id bigint not null default 0');
  }
}
