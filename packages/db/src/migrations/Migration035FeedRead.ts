import { Migration } from '@mikro-orm/migrations';

/** How far a member has read their feed. */
export class Migration035FeedRead extends Migration {
  override up(): void {
    this.addSql('alter table users add column feed_read_at timestamptz(3) null');
  }
}
