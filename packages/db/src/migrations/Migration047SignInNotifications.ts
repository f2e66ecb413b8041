import { Migration } from '@mikro-orm/migrations';

/** Notifications of log-ins from unknown browsers. */
export class Migration047SignInNotifications extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('alter table notifications drop constraint if exists notifications_kind_check');
    this.addSql(`alter table notifications add constraint notifications_kind_check check (kind in
      ('follow', 'accepted', 'like', 'comment', 'reply', 'commentLike', 'mention', 'reportActed', 'reportKept', 'signIn')) not valid`);
    this.addSql('alter table notifications validate constraint notifications_kind_check');
  }
}
