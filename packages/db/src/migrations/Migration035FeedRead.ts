import { Migration } from '@mikro-orm/migrations';

/** The read position of each member's feed. */
export class Migration035FeedRead extends Migration {
  override up(): void {
    this.addSql('alter table users add column feed_read_at timestamptz(3) null');
  }
}
