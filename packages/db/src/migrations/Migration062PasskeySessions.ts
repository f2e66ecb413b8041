import { Migration } from '@mikro-orm/migrations';

/** Which sessions a passkey has proved. */
export class Migration062PasskeySessions extends Migration {
  override up(): void {
    this.addSql('alter table sessions add column by_passkey boolean not null default false');
  }
}
