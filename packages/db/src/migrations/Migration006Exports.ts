import { Migration } from '@mikro-orm/migrations';

/** What a member takes along: one archive at a time, under a random key in the storage. */
export class Migration006Exports extends Migration {
  override up(): void {
    this.addSql(`
      create table exports (
        user_id bigint primary key references users on delete cascade,
        key text not null unique,
        status text not null default 'waiting' check (status in ('waiting', 'ready', 'fetching')),
        bytes bigint,
        created_at timestamptz(3) not null default now(),
        expires_at timestamptz(3) not null default now() + interval '3 days'
      )`);
    this.addSql('create index exports_expires on exports (expires_at)');
  }
}
