import { Migration } from '@mikro-orm/migrations';

/** Which sessions were authenticated by a passkey. */
export class Migration062PasskeySessions extends Migration {
  override up(): void {
    this.addSql('alter table sessions add column by_passkey boolean not null default false');
  }
}
