import { Migration } from '@mikro-orm/migrations';

/** Edits, deletions, replies and reactions of messages. */
export class Migration036Talk extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`alter table messages add column if not exists edited_at timestamptz(3) null,
      add column if not exists deleted_at timestamptz(3) null,
      add column if not exists reply_to_id bigint null`);
    this.addSql(`alter table messages drop constraint if exists messages_reply_to_id_fkey,
      add constraint messages_reply_to_id_fkey foreign key (reply_to_id) references messages not valid`);
    this.addSql('alter table messages validate constraint messages_reply_to_id_fkey');
    this.addSql(`alter table messages drop constraint if exists messages_content_check,
      add constraint messages_content_check check ((deleted_at is not null or content <> '') and char_length(content) <= 4000) not valid`);
    this.addSql('alter table messages validate constraint messages_content_check');
    this.addSql(`create table if not exists message_reactions (
      message_id bigint not null references messages on delete cascade,
      user_id bigint not null references users,
      emoji text not null constraint message_reactions_emoji_check check (char_length(emoji) >= 1 and char_length(emoji) <= 32),
      created_at timestamptz(3) not null default now(),
      primary key (message_id, user_id, emoji)
    )`);
    this.addSql('create index if not exists message_reactions_user on message_reactions (user_id, message_id)');
  }
}
