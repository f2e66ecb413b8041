import { Migration } from '@mikro-orm/migrations';

/**
 * Whether a post was written into the feeds of its author's followers, decided once for each post. Feeds whose entries were
 * incomplete for one author, or not kept at all, are complete from a time on instead; older posts are read author by author. The
 * tables `feed_merges` and `large_authors` and the columns `seen_at` and `feed_asleep` are read by the previous version alone.
 */
export class Migration073FannedOut extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('alter table posts add column if not exists fanned_out boolean not null default true');
    this.addSql('drop index concurrently if exists posts_not_fanned_out');
    this.addSql(`create index concurrently posts_not_fanned_out on posts (author_id, audience, created_at desc, id desc)
      where not fanned_out`);
    this.addSql(
      'update posts set fanned_out = false where fanned_out and author_id in (select author_id from large_authors)',
    );
    this.addSql(`update users u set feed_since = m.entries_from
      from (select follower_id, max(entries_from) as entries_from from feed_merges where entries_from < 'infinity' group by 1) m
      where u.id = m.follower_id and coalesce(u.feed_since, '-infinity') < m.entries_from`);
    this.addSql(
      `update users set feed_since = now(), feed_asleep = false where feed_asleep or feed_since = 'infinity'`,
    );
    this.addSql(`update users set feed_since = null where feed_since = '-infinity'`);
  }
}
