import { Migration } from '@mikro-orm/migrations';

/** Members choose who may start a chat with them. */
export class Migration037MessagesFrom extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`alter table users add column if not exists messages_from text not null default 'everyone'`);
    this.addSql('alter table users drop constraint if exists users_messages_from_check');
    this.addSql(`alter table users add constraint users_messages_from_check
      check (messages_from in ('everyone', 'following', 'nobody')) not valid`);
    this.addSql('alter table users validate constraint users_messages_from_check');
  }
}
