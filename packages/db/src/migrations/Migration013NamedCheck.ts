import { Migration } from '@mikro-orm/migrations';

/** Reads all users for the check of the migration before, which only asked it of new rows, in a transaction that locks out nobody. */
export class Migration013NamedCheck extends Migration {
  override up(): void {
    this.addSql('alter table users validate constraint users_named_check');
  }
}
