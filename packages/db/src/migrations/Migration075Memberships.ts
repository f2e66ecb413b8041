import { Migration } from '@mikro-orm/migrations';

const isTable = (name: string) => `exists (select from pg_class where oid = to_regclass('${name}') and relkind = 'r')`;

/**
 * Members of direct chats and of groups are rows of one table: the table of contacts, under a new name. The members of groups are
 * copied into it at once, because they are few. The previous version goes on with views under the old names.
 */
export class Migration075Memberships extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`do $body$ begin
      if ${isTable('contacts')} then
        alter table contacts drop constraint contacts_pkey;
        alter table contacts alter column contact_id drop not null;
        alter table contacts add constraint memberships_pkey primary key using index memberships_pkey;
        alter table contacts
          add constraint memberships_user_id_contact_id_key unique using index memberships_user_id_contact_id_key;
        alter table contacts rename constraint contacts_check to memberships_check;
        alter table contacts rename constraint contacts_unread_count_check to memberships_unread_count_check;
        alter table contacts rename constraint contacts_request_check to memberships_request_check;
        alter table contacts rename constraint contacts_user_id_fkey to memberships_user_id_fkey;
        alter table contacts rename constraint contacts_contact_id_fkey to memberships_contact_id_fkey;
        alter table contacts rename constraint contacts_chat_id_fkey to memberships_chat_id_fkey;
        alter index contacts_requests rename to memberships_requests;
        alter index contacts_of rename to memberships_contact;
        alter index contacts_unread rename to memberships_unread;
        alter table contacts rename to memberships;
        create view contacts as select user_id, contact_id, last_message_id, unread_count, muted_until, request
          from memberships where contact_id is not null;
      end if;
    end $body$`);
    this.addSql(`do $body$ begin
      if ${isTable('chat_members')} then
        alter table chat_members rename to former_chat_members;
        insert into memberships (chat_id, user_id, joined_at, from_id, read_id, last_message_id, unread_count, muted_until, mention_id)
        select chat_id, user_id, joined_at, from_id, read_id, last_message_id, unread_count, muted_until, mention_id
        from former_chat_members;
        create view chat_members as
          select chat_id, user_id, joined_at, from_id, read_id, last_message_id, unread_count, muted_until, mention_id
          from memberships where contact_id is null;
      end if;
    end $body$`);
    this.addSql('drop table if exists former_chat_members');
    this.addSql('drop index concurrently if exists contacts_recent');
  }
}
