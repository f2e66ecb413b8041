import { Migration } from '@mikro-orm/migrations';
import { functionSources } from '../functions/index.ts';

/**
 * The user names that are taken, by a key that is the same for names that are easily confused. Of accounts that already have such
 * names, the oldest has the row; the others keep their names.
 */
export class Migration070UserNames extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`create table if not exists user_names (
      key_hash text not null primary key,
      user_id bigint not null references users on delete cascade,
      freed_at timestamptz(3) null
    )`);
    this.addSql('create index if not exists user_names_user on user_names (user_id)');
    this.addSql('create index if not exists user_names_freed on user_names (freed_at) where freed_at is not null');
    // The trigger is created before the existing names are added, so that no sign-up or rename in between is missed.
    for (const name of ['user_name_key', 'claim_user_name']) this.addSql(functionSources.get(name) as string);
    this.addSql('drop trigger if exists users_name_claimed on users');
    this.addSql(functionSources.get('users_name_claimed') as string);
    this.addSql(`insert into user_names (key_hash, user_id)
      select user_name_key(user_name), id from users where user_name is not null order by id
      on conflict do nothing`);
  }
}
