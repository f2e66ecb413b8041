import { Migration } from '@mikro-orm/migrations';

/** Counts how often making an image was begun and not survived. */
export class Migration003ImageAttempts extends Migration {
  override up(): void {
    this.addSql('alter table images add column attempts int not null default 0');
  }
}
