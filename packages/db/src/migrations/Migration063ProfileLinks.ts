import { Migration } from '@mikro-orm/migrations';

/** Links in profiles. */
export class Migration063ProfileLinks extends Migration {
  override up(): void {
    this.addSql(`create table profile_links (
      user_id bigint not null references users on delete cascade,
      url text not null,
      position int not null,
      verified_at timestamptz(3) null,
      check_at timestamptz(3) not null default now(),
      constraint profile_links_pkey primary key (user_id, url),
      constraint profile_links_url_check check (length(url) <= 200)
    )`);
    this.addSql('create index profile_links_check on profile_links (check_at)');
  }
}
