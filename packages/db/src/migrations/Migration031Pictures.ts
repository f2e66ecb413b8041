import { Migration } from '@mikro-orm/migrations';

/** Posts can have several pictures, with an order and descriptions, and can wait until these are processed. */
export class Migration031Pictures extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`alter table posts add column if not exists more_pictures smallint not null default 0,
      add column if not exists awaited smallint not null default 0,
      add column if not exists shown_from timestamptz(3) null`);
    this.addSql(`alter table images add column if not exists position smallint null, add column if not exists alt text null,
      add column if not exists client_id uuid null, add column if not exists made_at timestamptz(3) null`);
    this.addSql('alter table images drop constraint if exists images_alt_check');
    this.addSql(`alter table images add constraint images_alt_check
      check (char_length(alt) >= 1 and char_length(alt) <= 1500) not valid`);
    this.addSql('alter table images validate constraint images_alt_check');
    this.addSql('alter table images drop constraint if exists images_position_check');
    this.addSql(`alter table images add constraint images_position_check
      check (position is null or position >= 0 and position < 10 and (status <> 'ready' or made_at is not null)) not valid`);
    this.addSql('alter table images validate constraint images_position_check');
    this.addSql('alter table images drop constraint if exists images_post_id_position_key');
    this.addSql('drop index concurrently if exists images_post_id_position_key');
    this.addSql('create unique index concurrently images_post_id_position_key on images (post_id, position)');
    this.addSql(`alter table images add constraint images_post_id_position_key
      unique using index images_post_id_position_key deferrable initially immediate`);
    this.addSql('drop index concurrently if exists images_client');
    this.addSql(
      'create unique index concurrently images_client on images (post_id, client_id) where client_id is not null',
    );
  }
}
