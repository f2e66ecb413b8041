import { Migration } from '@mikro-orm/migrations';

/** The words of messages ordered by bytes: in the collation of some languages words with the same prefix are not adjacent. */
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
