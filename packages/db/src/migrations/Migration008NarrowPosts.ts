import { Migration } from '@mikro-orm/migrations';

/** Counts what a viewer does not see of somebody's posts. Built while others write, so in no transaction; begun anew after a crash. */
export class Migration008NarrowPosts extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists posts_narrow');
    this.addSql(`create index concurrently posts_narrow on posts (author_id, audience) where audience <> 'public'`);
  }
}
