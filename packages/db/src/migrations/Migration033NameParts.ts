import { Migration } from '@mikro-orm/migrations';
import { functionSources } from '../functions/index.ts';

/**
 * The search index of user names, by which members are found by any part of a name; and the index by which a job finds the
 * existing posts that are not in the search index of posts yet.
 */
export class Migration033NameParts extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists posts_unindexed');
    this.addSql('create index concurrently posts_unindexed on posts (id) where not indexed');
    this.addSql(`create table if not exists user_name_parts (
      user_id bigint not null references users on delete cascade,
      part text not null,
      primary key (user_id, part)
    )`);
    this.addSql('create index if not exists user_name_parts_part on user_name_parts (part text_pattern_ops, user_id)');
    // The trigger is created before the existing names are indexed, so that no sign-up or rename in between is missed.
    this.addSql(functionSources.get('set_user_name_parts') as string);
    this.addSql('drop trigger if exists users_name_parts on users');
    this.addSql(functionSources.get('users_name_parts') as string);
    this.addSql(`insert into user_name_parts (user_id, part)
      select u.id, substr(lower(u.user_name), i) from users u cross join generate_series(1, char_length(u.user_name)) i
      on conflict do nothing`);
  }
}
