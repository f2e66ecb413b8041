import { Migration } from '@mikro-orm/migrations';

/** Adds notifications about webhooks that were switched off, and the file name of each uploaded part of an import's archive. */
export class Migration069Doors extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('alter table webhooks add column if not exists mailed_at timestamptz(3) null');
    this.addSql(`alter table imports add column if not exists part_names text[] not null default '{}'`);
    this.addSql('alter table notifications drop constraint if exists notifications_kind_check');
    this.addSql(`alter table notifications add constraint notifications_kind_check check (kind in
      ('follow', 'accepted', 'like', 'comment', 'reply', 'commentLike', 'mention', 'reportActed', 'reportKept', 'signIn',
        'webhookOff')) not valid`);
    this.addSql('alter table notifications validate constraint notifications_kind_check');
  }
}
