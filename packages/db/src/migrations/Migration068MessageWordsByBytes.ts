import { Migration } from '@mikro-orm/migrations';

/** The words of messages in the order of their bytes: in some languages' order those that begin alike do not stand together. */
export class Migration068MessageWordsByBytes extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists message_words_begun');
    this.addSql(
      'create index concurrently message_words_begun on message_words (chat_id, word text_pattern_ops, message_id desc)',
    );
    this.addSql('drop index concurrently if exists message_words_newest');
  }
}
