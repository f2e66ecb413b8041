import { Migration } from '@mikro-orm/migrations';

/** A request that waited for the same one to be accepted is answered already; it sees so only once it is written. */
const settle = `
create function remove_settled_request() returns trigger language plpgsql as $body$
begin
  delete from follow_requests r
  where r.follower_id = new.follower_id and r.followed_id = new.followed_id
    and exists (select from follows f where f.follower_id = new.follower_id and f.followed_id = new.followed_id);
  return null;
end
$body$
`;

/** The key that signs the addresses of pictures not everybody sees; and until when a download of an export may go on; and no request of who follows. */
export class Migration009Pictures extends Migration {
  override up(): void {
    this.addSql(`
      create table server_secrets (
        name text primary key,
        value text not null,
        created_at timestamptz(3) not null default now()
      )`);
    this.addSql('alter table exports add column fetching_until timestamptz(3)');
    this.addSql(settle);
    this.addSql(`
      create trigger follow_requests_settled after insert on follow_requests
      for each row execute function remove_settled_request()`);
  }
}
