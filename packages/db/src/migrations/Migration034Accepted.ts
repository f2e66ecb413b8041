import { Migration } from '@mikro-orm/migrations';

/** Notifications of accepted follow requests. */
export class Migration034Accepted extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('alter table notifications drop constraint if exists notifications_kind_check');
    this.addSql(`alter table notifications add constraint notifications_kind_check check (kind in
      ('follow', 'accepted', 'like', 'comment', 'reply', 'commentLike', 'mention', 'reportActed', 'reportKept')) not valid`);
    this.addSql('alter table notifications validate constraint notifications_kind_check');
  }
}
