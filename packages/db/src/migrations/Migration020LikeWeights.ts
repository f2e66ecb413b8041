import { Migration } from '@mikro-orm/migrations';

/** Likes of a day by who was new then, and all of whoever is shut out, as far back as a ranking counts them. */
const weighed = `
update likes l set weight = case when u.disabled_at is not null then 0 else 0.25 end
from users u
where u.id = l.user_id and l.created_at > now() - interval '15 days'
  and (u.disabled_at is not null
    or u.created_at > now() - interval '16 days' and l.created_at < u.created_at + interval '1 day')
`;

/** What the ranking counts of a like beside the like, so that it need not read likes and who gave them. Null, which takes no room, for most. */
export class Migration020LikeWeights extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('alter table likes add column if not exists weight real');
    this.addSql(weighed);
    this.addSql('drop index concurrently if exists likes_light');
    this.addSql('create index concurrently likes_light on likes (post_id) include (weight) where weight is not null');
  }
}
