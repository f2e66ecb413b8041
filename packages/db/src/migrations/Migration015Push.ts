import { Migration } from '@mikro-orm/migrations';

const subscriptions = `
create table push_subscriptions (
  session_id text primary key references sessions on delete cascade,
  user_id bigint not null references users on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  language text not null check (language in ('en', 'es', 'pl')),
  failures integer not null default 0,
  created_at timestamptz(3) not null default now()
)
`;

const sent = `
create table push_sent (
  session_id text not null references push_subscriptions on delete cascade,
  tag text not null,
  position bigint not null,
  sent_at timestamptz(3) not null default now(),
  primary key (session_id, tag)
)
`;

/** Waits a moment: who is looking at it just now has read it by then, and a quick second one goes along. */
const queue = `
create function queue_push() returns trigger language plpgsql as $body$
begin
  if exists (select from push_subscriptions where user_id = new.recipient_id) then
    insert into outbox (name, payload, due_at)
    values ('push.send', jsonb_build_object('userId', new.recipient_id, 'about', 'notification', 'id', new.notification_id),
      now() + interval '3 seconds');
  end if;
  return null;
end
$body$
`;

const trigger = `
create trigger notification_events_pushed after insert on notification_events
for each row execute function queue_push()
`;

/** The devices that are told of what is new while Kith is closed, how far each was told, and the jobs that do. */
export class Migration015Push extends Migration {
  override up(): void {
    this.addSql(subscriptions);
    this.addSql('create index push_subscriptions_user on push_subscriptions (user_id, created_at desc)');
    this.addSql(sent);
    this.addSql('create index push_sent_at on push_sent (sent_at)');
    this.addSql(queue);
    this.addSql(trigger);
  }
}
