import { Migration } from '@mikro-orm/migrations';

const tables = `
create table large_authors (
  author_id bigint primary key references users on delete cascade,
  state text not null default 'rising',
  version int not null default 1,
  reached_id bigint not null default 0,
  check (state in ('rising', 'merged', 'falling'))
);

create table feed_merges (
  follower_id bigint not null,
  followed_id bigint not null,
  entries_from timestamptz(3) not null default 'infinity',
  primary key (follower_id, followed_id)
);
`;

/**
 * Authors whom so many follow that their posts are not written into each feed but merged in at reading, and in whose
 * followers' feeds. No author becomes one within a day of this, so that the version before has stopped by then: it does not
 * merge.
 */
export class Migration018LargeAuthors extends Migration {
  override up(): void {
    for (const statement of tables.split(/;\s*\n/)) if (statement.trim()) this.addSql(statement);
  }
}
