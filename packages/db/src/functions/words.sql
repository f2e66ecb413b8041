-- name: set_user_name_parts
create or replace function set_user_name_parts() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' then
    delete from user_name_parts where user_id = new.id;
  end if;
  insert into user_name_parts (user_id, part)
  select new.id, substr(lower(new.user_name), i) from generate_series(1, char_length(new.user_name)) i
  on conflict do nothing;
  return null;
end
$body$

-- name: users_name_parts
create trigger users_name_parts after insert or update of user_name on users
for each row execute function set_user_name_parts()
