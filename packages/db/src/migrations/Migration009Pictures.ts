import { Migration } from '@mikro-orm/migrations';

/** The key that signs the addresses of pictures not everybody sees; and until when a download of an export may go on. */
export class Migration009Pictures extends Migration {
  override up(): void {
    this.addSql(`
      create table server_secrets (
        name text primary key,
        value text not null,
        created_at timestamptz(3) not null default now()
      )`);
    this.addSql('alter table exports add column fetching_until timestamptz(3)');
  }
}
