import { Migration } from '@mikro-orm/migrations';

const confirmed = `
alter table users add column email_confirmed boolean not null default true;
alter table users add column newcomer boolean not null default false;
alter table users drop constraint users_check;
alter table users add constraint users_named_check
  check (deleted_at is not null or user_name is not null and (email is not null or not email_confirmed)) not valid;
`;

const codes = `
create table email_confirmations (
  code_hash text primary key,
  user_id bigint not null references users on delete cascade,
  email text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index email_confirmations_user on email_confirmations (user_id);
create index email_confirmations_expires on email_confirmations (expires_at);
alter table password_resets add column email text;
`;

/**
 * Whose address is confirmed: everybody's who is there already. Only an address that is not may be taken away from an
 * account, so the check that there is one says so. Newcomers are shown their first steps, which nobody is who is there.
 */
export class Migration012Addresses extends Migration {
  override up(): void {
    for (const part of [confirmed, codes])
      for (const statement of part.split(/;\s*\n/)) if (statement.trim()) this.addSql(statement);
  }
}
