import { Migration } from '@mikro-orm/migrations';

/** The search index of messages. A job indexes existing messages, which it finds by the index `messages_unindexed`. */
export class Migration043MessageWords extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('alter table messages add column if not exists indexed boolean not null default false');
    this.addSql(`create table if not exists message_words (
      message_id bigint not null references messages on delete cascade,
      word text not null,
      chat_id bigint not null,
      primary key (message_id, word)
    )`);
    this.addSql('create index if not exists message_words_newest on message_words (chat_id, word, message_id desc)');
    this.addSql('drop index concurrently if exists messages_unindexed');
    this.addSql('create index concurrently messages_unindexed on messages (id) where not indexed');
  }
}
