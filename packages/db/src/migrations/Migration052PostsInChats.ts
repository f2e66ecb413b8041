import { Migration } from '@mikro-orm/migrations';

/** Posts sent into a chat. */
export class Migration052PostsInChats extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('alter table messages add column if not exists post_id bigint null');
    this.addSql('alter table messages drop constraint if exists messages_content_check');
    this.addSql(`alter table messages add constraint messages_content_check check ((deleted_at is not null
      or event is not null or image_id is not null or post_id is not null or content <> '')
      and char_length(content) <= 4000) not valid`);
    this.addSql('alter table messages validate constraint messages_content_check');
  }
}
