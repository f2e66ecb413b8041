import { Migration } from '@mikro-orm/migrations';

/** Pictures of groups. */
export class Migration054GroupPictures extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('alter table chats add column if not exists image_id bigint null');
    this.addSql('alter table images add column if not exists chat_id bigint null');
    this.addSql('drop index concurrently if exists images_chat');
    this.addSql('create index concurrently images_chat on images (chat_id) where chat_id is not null');
    this.addSql('alter table images drop constraint if exists images_kind_check');
    this.addSql(`alter table images add constraint images_kind_check
      check (kind in ('post', 'profile', 'message', 'chat')) not valid`);
    this.addSql('alter table images validate constraint images_kind_check');
  }
}
