import { Migration } from '@mikro-orm/migrations';

/** Pictures in chats. */
export class Migration042ChatPictures extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('alter table messages add column if not exists image_id bigint null');
    this.addSql('alter table messages drop constraint if exists messages_content_check');
    this.addSql(`alter table messages add constraint messages_content_check check ((deleted_at is not null
      or event is not null or image_id is not null or content <> '') and char_length(content) <= 4000) not valid`);
    this.addSql('alter table messages validate constraint messages_content_check');
    this.addSql('drop index concurrently if exists messages_image');
    this.addSql('create unique index concurrently messages_image on messages (image_id) where image_id is not null');
    this.addSql('alter table images drop constraint if exists images_kind_check');
    this.addSql(`alter table images add constraint images_kind_check
      check (kind in ('post', 'profile', 'message')) not valid`);
    this.addSql('alter table images validate constraint images_kind_check');
  }
}
