-- name: refuse_blocked_follow
-- Refuses a follow or request if one of the two members has blocked the other. The check runs during the insert, because only
-- then is a block visible that was created while the follow waited for its lock.
create or replace function refuse_blocked_follow() returns trigger language plpgsql as $body$
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

-- name: follows_blocked
create trigger follows_blocked before insert on follows for each row execute function refuse_blocked_follow()

-- name: follow_requests_blocked
create trigger follow_requests_blocked before insert on follow_requests for each row execute function refuse_blocked_follow()

-- name: remove_settled_request
-- Runs after a follow request is inserted: deletes the request if the member already follows the other. That happens if an
-- earlier request was accepted concurrently.
create or replace function remove_settled_request() returns trigger language plpgsql as $body$
begin
  delete from follow_requests r
  where r.follower_id = new.follower_id and r.followed_id = new.followed_id
    and exists (select from follows f where f.follower_id = new.follower_id and f.followed_id = new.followed_id);
  return null;
end
$body$

-- name: follow_requests_settled
create trigger follow_requests_settled after insert on follow_requests for each row execute function remove_settled_request()
