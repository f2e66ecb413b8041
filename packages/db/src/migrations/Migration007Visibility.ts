import { Migration } from '@mikro-orm/migrations';

const people = `
alter table users add column private boolean not null default false;

create table follow_requests (
  follower_id bigint not null references users,
  followed_id bigint not null references users,
  created_at timestamptz(3) not null default now(),
  primary key (follower_id, followed_id),
  check (follower_id <> followed_id)
);
create index follow_requests_waiting on follow_requests (followed_id, created_at desc, follower_id desc);

create table blocks (
  blocker_id bigint not null references users,
  blocked_id bigint not null references users,
  created_at timestamptz(3) not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_of on blocks (blocked_id, blocker_id);

create table mutes (
  muter_id bigint not null references users,
  muted_id bigint not null references users,
  until timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  primary key (muter_id, muted_id),
  check (muter_id <> muted_id)
);
create index mutes_of on mutes (muted_id);
create index mutes_until on mutes (until);
`;

const posts = `
alter table posts add column audience text not null default 'public';
alter table posts add column commenters text not null default 'everyone';
alter table posts add constraint posts_audience_check check (audience in ('public', 'friends', 'private')) not valid;
alter table posts add constraint posts_commenters_check check (commenters in ('everyone', 'friends', 'nobody')) not valid;
alter table posts validate constraint posts_audience_check;
alter table posts validate constraint posts_commenters_check;
`;

/** Asked anew at the moment of the insert: a block that was made while a follow waited for it is seen here only. */
const refuse = `
create function refuse_blocked_follow() returns trigger language plpgsql as $body$
begin
  if exists (
    select from blocks
    where (blocker_id, blocked_id) in ((new.follower_id, new.followed_id), (new.followed_id, new.follower_id))
  ) then
    raise exception 'one of the two has blocked the other' using errcode = '23514', constraint = 'follows_blocked';
  end if;
  return new;
end
$body$
`;

const triggers = ['follows', 'follow_requests'].map(
  (table) => `
create trigger ${table}_blocked before insert on ${table} for each row execute function refuse_blocked_follow()
`,
);

/** Who may see what: private users, a post's audience and commenters, requests to follow, blocks and mutes. */
export class Migration007Visibility extends Migration {
  override up(): void {
    for (const part of [people, posts]) {
      for (const statement of part.split(/;\s*\n/)) if (statement.trim()) this.addSql(statement);
    }
    for (const statement of [refuse, ...triggers]) this.addSql(statement);
  }
}
