import { Migration } from '@mikro-orm/migrations';

/** The search index of posts: words and tags. */
export class Migration032Words extends Migration {
  override up(): void {
    this.addSql('alter table posts add column indexed boolean not null default false');
    this.addSql(`create table post_words (
      post_id bigint not null references posts on delete cascade,
      word text not null,
      primary key (post_id, word)
    )`);
    this.addSql('create index post_words_newest on post_words (word text_pattern_ops, post_id desc)');
  }
}
