import { Migration } from '@mikro-orm/migrations';
import { functionSources } from '../functions/index.ts';

/** The number of contacts, or of ids of messages, for which one transaction sets the chat. */
const step = 5_000;

/**
 * Gives every contact and every message its chat, and the contacts the other columns that members of chats have. Contacts and
 * messages of the previous version get their chat from triggers.
 */
export class Migration074ChatOfEach extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const name of ['direct_chat', 'place_member']) this.addSql(functionSources.get(name) as string);
    this.addSql(`alter table contacts add column if not exists chat_id bigint null,
      add column if not exists joined_at timestamptz(3) not null default now(),
      add column if not exists from_id bigint not null default 0,
      add column if not exists read_id bigint not null default 0,
      add column if not exists mention_id bigint not null default 0`);
    this.addSql('drop trigger if exists members_placed on contacts');
    this.addSql((functionSources.get('members_placed') as string).replace('memberships', 'contacts'));
    this.addSql(`do $body$
      declare
        after_user bigint := 0;
        after_contact bigint := 0;
        to_user bigint;
        to_contact bigint;
      begin
        loop
          select (array_agg(user_id order by user_id desc, contact_id desc))[1],
            (array_agg(contact_id order by user_id desc, contact_id desc))[1]
          into to_user, to_contact from (
            select user_id, contact_id from contacts where (user_id, contact_id) > (after_user, after_contact)
            order by user_id, contact_id limit ${step}
          ) page;
          exit when to_user is null;
          insert into chats (kind, lower_id, higher_id, last_id)
          select 'direct', least(user_id, contact_id), greatest(user_id, contact_id), max(last_message_id) from contacts
          where (user_id, contact_id) > (after_user, after_contact) and (user_id, contact_id) <= (to_user, to_contact)
            and chat_id is null
          group by 2, 3 order by 2, 3
          on conflict (lower_id, higher_id) do nothing;
          update contacts c set chat_id = d.id, read_id = case when c.unread_count = 0 then c.last_message_id else coalesce((
              select min(m.id) - 1 from messages m
              where m.receiver_id = c.user_id and m.sender_id = c.contact_id and m.read_at is null), 0) end
          from chats d
          where (c.user_id, c.contact_id) > (after_user, after_contact) and (c.user_id, c.contact_id) <= (to_user, to_contact)
            and c.chat_id is null and d.lower_id = least(c.user_id, c.contact_id) and d.higher_id = greatest(c.user_id, c.contact_id);
          commit;
          after_user := to_user;
          after_contact := to_contact;
        end loop;
      end
    $body$`);
    this.addSql(`do $body$
      declare
        after_id bigint := 0;
        last_id bigint := coalesce((select max(id) from messages), 0);
      begin
        while after_id < last_id loop
          insert into chats as d (kind, lower_id, higher_id, last_id)
          select 'direct', least(sender_id, receiver_id), greatest(sender_id, receiver_id), max(id) from messages
          where id > after_id and id <= after_id + ${step} and chat_id is null
          group by 2, 3 order by 2, 3
          on conflict (lower_id, higher_id) do update set last_id = excluded.last_id where d.last_id < excluded.last_id;
          update messages m set chat_id = d.id from chats d
          where m.id > after_id and m.id <= after_id + ${step} and m.chat_id is null
            and d.lower_id = least(m.sender_id, m.receiver_id) and d.higher_id = greatest(m.sender_id, m.receiver_id);
          commit;
          after_id := after_id + ${step};
        end loop;
      end
    $body$`);
    this.addSql('alter table messages drop constraint if exists messages_to_check');
    for (const table of ['contacts', 'messages']) {
      this.addSql(`alter table ${table} drop constraint if exists ${table}_chat_id_not_null`);
      this.addSql(`alter table ${table} add constraint ${table}_chat_id_not_null not null chat_id not valid`);
      this.addSql(`alter table ${table} validate constraint ${table}_chat_id_not_null`);
    }
    this.addSql('alter table contacts drop constraint if exists contacts_chat_id_fkey');
    this.addSql(`alter table contacts add constraint contacts_chat_id_fkey
      foreign key (chat_id) references chats on delete cascade not valid`);
    this.addSql('alter table contacts validate constraint contacts_chat_id_fkey');
    for (const [name, on] of [
      ['messages_in_chat', 'messages (chat_id, id desc)'],
      ['memberships_recent', 'contacts (user_id, last_message_id desc, chat_id desc)'],
    ]) {
      this.addSql(`drop index concurrently if exists ${name}`);
      this.addSql(`create index concurrently ${name} on ${on}`);
    }
    for (const [name, columns] of [
      ['memberships_pkey', 'chat_id, user_id'],
      ['memberships_user_id_contact_id_key', 'user_id, contact_id'],
    ]) {
      this.addSql(`drop index concurrently if exists ${name}`);
      this.addSql(`create unique index concurrently ${name} on contacts (${columns})`);
    }
    this.addSql('drop index concurrently if exists messages_in_group');
  }
}
