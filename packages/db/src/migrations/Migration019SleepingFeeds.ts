import { Migration } from '@mikro-orm/migrations';

const columns = `
alter table users
  add column if not exists seen_at timestamptz(3) not null default now(),
  add column if not exists feed_asleep boolean not null default false
`;

/**
 * When members were last here, by the day, and whether their feeds are written meanwhile. All count as seen now, so that no
 * feed sleeps for a fortnight, and never while the version before runs, which knows no way to wake one. The index, built
 * while others write and begun anew after a crash, has only those who sleep: a fan-out looks for each follower there.
 */
export class Migration019SleepingFeeds extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(columns);
    this.addSql('drop index concurrently if exists users_feed_asleep');
    this.addSql('create index concurrently users_feed_asleep on users (id) where feed_asleep');
  }
}
