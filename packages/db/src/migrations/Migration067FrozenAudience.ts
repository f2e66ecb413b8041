import { Migration } from '@mikro-orm/migrations';

/** Posts with a frozen audience: only members who were in the audience when it was frozen see these posts. */
export class Migration067FrozenAudience extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('alter table posts add column if not exists frozen_at timestamptz(3)');
    this.addSql('drop index concurrently if exists posts_frozen');
    this.addSql('create index concurrently posts_frozen on posts (author_id) where frozen_at is not null');
  }
}
