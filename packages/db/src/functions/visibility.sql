-- Rules of who may see that look up no rows. PostgreSQL replaces a call by the function's body, if that is one expression without a
-- sub-select, so that a statement's plan is the same as with the expression itself.

-- name: not_expired
create or replace function not_expired(expires_at timestamptz) returns boolean language sql stable parallel safe as $body$
  select expires_at is null or expires_at > now()
$body$

-- name: not_waiting
-- Whether a post does not wait for its announced pictures any more.
create or replace function not_waiting(shown_from timestamptz) returns boolean language sql stable parallel safe as $body$
  select shown_from is null or shown_from <= now()
$body$

-- name: post_shown
-- The conditions on a post itself that apply to every viewer except its author.
create or replace function post_shown(hidden_at timestamptz, shown_from timestamptz, expires_at timestamptz) returns boolean
language sql stable parallel safe as $body$
  select (expires_at is null or expires_at > now()) and (shown_from is null or shown_from <= now()) and hidden_at is null
$body$

-- name: public_post
-- Whether everybody is in the audience of a post.
create or replace function public_post(audience text, private_author boolean, frozen_at timestamptz) returns boolean
language sql immutable parallel safe as $body$
  select audience = 'public' and not private_author and frozen_at is null
$body$

-- name: restricted_to
-- Who may see a post, as `post_words` has it: null for everybody.
create or replace function restricted_to(audience text, private_author boolean, frozen_at timestamptz, hidden_at timestamptz) returns text
language sql immutable parallel safe as $body$
  select case
    when hidden_at is not null or audience = 'private' then 'author'
    when audience <> 'public' then audience
    when private_author or frozen_at is not null then 'followers'
  end
$body$

-- name: public_picture
-- Whether everybody may see the pictures of a post.
create or replace function public_picture(
  audience text, private_author boolean, frozen_at timestamptz, hidden_at timestamptz, shown_from timestamptz
) returns boolean language sql stable parallel safe as $body$
  select audience = 'public' and not private_author and frozen_at is null and hidden_at is null
    and (shown_from is null or shown_from <= now())
$body$

-- name: comment_shown
-- Whether moderators have not hidden a comment from the viewer: its author still sees it.
create or replace function comment_shown(hidden_at timestamptz, author bigint, viewer bigint) returns boolean
language sql immutable parallel safe as $body$
  select hidden_at is null or author = viewer
$body$
