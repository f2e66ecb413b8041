import { Migration } from '@mikro-orm/migrations';

/** Browsers that have logged in to an account before: what strangers guess at it does not shut them out. */
export class Migration002KnownDevices extends Migration {
  override up(): void {
    this.addSql(`
      create table known_devices (
        user_id bigint not null references users on delete cascade,
        token_hash text not null,
        expires_at timestamptz(3) not null,
        primary key (user_id, token_hash)
      )`);
    this.addSql('create index known_devices_token on known_devices (token_hash)');
    this.addSql('create index known_devices_expires on known_devices (expires_at)');
  }
}
