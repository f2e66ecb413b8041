-- name: newcomer_weight
-- The weight in a ranking of a like or comment by a member who had joined less than a day earlier.
create or replace function newcomer_weight() returns numeric language sql immutable parallel safe as $body$ select 0.25 $body$

-- name: popular_half_life
-- The hours in which scores of the ranking halve.
create or replace function popular_half_life() returns int language sql immutable parallel safe as $body$ select 24 $body$

-- name: note_less_popular
-- Runs after likes or comments are deleted, and records their posts to be scored again: the ranking finds new likes and comments
-- by their ids, but deleted ones leave no row.
create or replace function note_less_popular() returns trigger language plpgsql as $body$
begin
  insert into popular_changes (post_id)
  select distinct g.post_id from gone g join popular_posts p on p.post_id = g.post_id;
  return null;
end
$body$

-- name: likes_less_popular
create trigger likes_less_popular after delete on likes
referencing old table as gone for each statement execute function note_less_popular()

-- name: comments_less_popular
create trigger comments_less_popular after delete on comments
referencing old table as gone for each statement execute function note_less_popular()
