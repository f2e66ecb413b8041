import { Migration } from '@mikro-orm/migrations';

/** A list of close friends, and posts for them. */
export class Migration055CloseFriends extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`create table if not exists close_friends (
      owner_id bigint not null references users (id),
      friend_id bigint not null references users (id),
      created_at timestamptz(3) not null default now(),
      primary key (owner_id, friend_id),
      constraint close_friends_check check (owner_id <> friend_id)
    )`);
    this.addSql('create index if not exists close_friends_of on close_friends (friend_id)');
    this.addSql(`create index if not exists close_friends_newest
      on close_friends (owner_id, created_at desc, friend_id desc)`);
    this.addSql('alter table posts drop constraint if exists posts_audience_check');
    this.addSql(`alter table posts add constraint posts_audience_check
      check (audience in ('public', 'friends', 'close', 'private')) not valid`);
    this.addSql('alter table posts validate constraint posts_audience_check');
  }
}
