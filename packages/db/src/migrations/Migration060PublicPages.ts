import { Migration } from '@mikro-orm/migrations';

/** Members choose whether their public profile and posts can be read without a session, and indexed by search engines. */
export class Migration060PublicPages extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`alter table users add column if not exists public_pages text not null default 'shown'`);
    this.addSql('alter table users drop constraint if exists users_public_pages_check');
    this.addSql(`alter table users add constraint users_public_pages_check
      check (public_pages in ('off', 'shown', 'listed')) not valid`);
    this.addSql('alter table users validate constraint users_public_pages_check');
    this.addSql('drop index concurrently if exists users_listed');
    this.addSql(`create index concurrently users_listed on users (id desc) where public_pages = 'listed'`);
  }
}
