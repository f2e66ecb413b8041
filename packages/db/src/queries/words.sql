-- The search index of posts, a row for each word or tag of a post. Results are in the order of post ids, which is the order of
-- publication.

-- name: put(post, words)
-- Replaces the words of the post $1, which is locked, by $2. The author's row is locked, because the account may become private.
with author as materialized (
  select u.id, restricted_to(p.audience, u.private, p.frozen_at, p.hidden_at) as restricted
  from posts p join users u on u.id = p.author_id where p.id = $1 for share of u
), gone as (
  delete from post_words where post_id = $1 and word <> all ($2::text[]) and exists (select from author)
)
insert into post_words (post_id, word, author_id, restricted_to)
select $1, word, author.id, author.restricted from author cross join unnest($2::text[]) word
on conflict do nothing

-- name: circle
-- The restricted posts of others that the viewer $1 may see, and own ones: pairs of an author and of a value of `restricted_to`
select $1::bigint as id, unnest(array['followers', 'friends', 'close', 'author']) as shared
  union all
  select followed_id, 'followers' from follows where follower_id = $1
  union all
  select f.followed_id, 'friends' from follows f
  where f.follower_id = $1 and (select true from follows b where b.follower_id = f.followed_id and b.followed_id = $1)
  union all
  select owner_id, 'close' from close_friends where friend_id = $1

-- list: posts(viewer, words, from?, to?, before, rows, maxCompletions)
-- Finds posts with ids below $5 that match every search term, newest first, and lists those that the viewer $1 may see; takes at most
-- $6 steps. The terms are the words $2 and, unless null, the range from $3 up to $4 (exclusive), any word of which matches.
--
-- Public posts: each step reads, for every term, the newest post before that of the previous step. If that is the same post for all
-- terms, it is a result. Otherwise no post newer than the oldest of these posts can match all terms, and the next step continues from
-- that post. Of the range, the first $7 words that $1 sees are used, among at most 2,000.
--
-- Restricted posts are found through the members of `circle` alone, so that nobody's search reads the words of a post by a stranger.
with recursive completions as (
  select next.word, seen.yes, seen.yes as found, 1 as examined from (
    select word from post_words where restricted_to is null and word ~>=~ $3 and word ~<~ $4 order by word using ~<~ limit 1
  ) next cross join lateral ({{word_seen}}) seen
  union all
  select next.word, seen.yes, b.found + seen.yes, b.examined + 1 from completions b cross join lateral (
    select word from post_words where restricted_to is null and word ~>~ b.word and word ~<~ $4 order by word using ~<~ limit 1
  ) next cross join lateral ({{word_seen}}) seen
  where b.found < $7 and b.examined < 2000
), words as materialized (
  select * from unnest($2::text[]) with ordinality g (word, term)
  union all
  select word, cardinality($2::text[]) + 1 from completions where yes = 1
), steps as (
  select 0 as position, $5::bigint as before, null::bigint as post_id
  union all
  select s.position + 1, case when t.oldest = t.newest then t.oldest else t.oldest + 1 end,
    case when t.oldest = t.newest then t.oldest end
  from steps s cross join lateral (
    select min(each.newest) as oldest, max(each.newest) as newest, count(each.newest) as terms from (
      select max(found.post_id) as newest from words w
      left join lateral (
        select k.post_id from post_words k where k.restricted_to is null and k.word = w.word and k.post_id < s.before
        order by k.post_id desc limit 1
      ) found on true
      group by w.term
    ) each
  ) t
  where s.position < $6 and t.terms = cardinality($2::text[]) + ($3::text is not null)::int
), ranges as materialized (
  select word as first, word as last, term from unnest($2::text[]) with ordinality g (word, term)
  union all
  select $3, $4, cardinality($2::text[]) + 1 where $3::text is not null
), restricted as materialized (
  select k.post_id from ({{circle}}) m cross join ranges t cross join lateral (
    select post_id from post_words
    where author_id = m.id and restricted_to = m.shared and word ~>=~ t.first and word ~<=~ t.last and post_id < $5
    offset 0
  ) k
  cross join lateral (select * from posts where id = k.post_id offset 0) p
  cross join lateral (select from users u where u.id = p.author_id and {{visible_post}} and {{not_muted}} offset 0) u
  group by k.post_id having count(distinct t.term) = (select count(*) from ranges)
  order by k.post_id desc limit $6
)
select {{post_columns}}, k.before as "key_id!", u.id is not null as "shown!", k.position as "position!"
from (
  select *, row_number() over (order by before desc, post_id is null) as position from (
    select before, post_id from steps where position > 0
    union all
    select post_id, post_id from restricted
  ) either
  order by before desc, post_id is null limit $6
) k
left join lateral (select * from posts where id = k.post_id offset 0) p on true
{{examined_post_joins}}
where u.id is not null or k.position = $6
order by k.position

-- name: word_seen
-- 1 if the search lists one of the newest hundred public posts with the word of the row `next` for the viewer $1, else 0: a word that
-- only hidden posts have must not take the place of another.
select exists (select from {{seen_posts}})::int as yes offset 0

-- name: seen_posts
-- Of the newest hundred public posts with the word of the row `next`, those that the viewer $1 sees
(
    select post_id from post_words where restricted_to is null and word = next.word order by post_id desc limit 100
  ) k
  cross join lateral (select * from posts where id = k.post_id offset 0) p
  cross join lateral (select from users u where u.id = p.author_id and {{visible_post}} and {{not_muted}} offset 0) u

-- list: tags(viewer, from, to, after, rows)
-- Lists the tags from $2 up to $3 (exclusive) that come after $4, at most $5, and counts for each the posts that the viewer $1 sees: of
-- its newest 100 public posts, and of the restricted ones of the members of `circle`; at most 100.
with recursive public_tags as (
  (select word from post_words
   where restricted_to is null and word ~>=~ $2 and word ~<~ $3 and word ~>~ $4 order by word using ~<~ limit 1)
  union all
  select next.word from public_tags b cross join lateral (
    select word from post_words
    where restricted_to is null and word ~>~ b.word and word ~<~ $3 order by word using ~<~ limit 1
  ) next
), restricted as materialized (
  select k.word, count(*)::int as posts_count from ({{circle}}) m cross join lateral (
    select word, post_id from post_words
    where author_id = m.id and restricted_to = m.shared and word ~>=~ $2 and word ~<~ $3 and word ~>~ $4
    offset 0
  ) k
  cross join lateral (select * from posts where id = k.post_id offset 0) p
  cross join lateral (select from users u where u.id = p.author_id and {{visible_post}} and {{not_muted}} offset 0) u
  group by k.word order by k.word using ~<~ limit $5
)
select next.word as "word!", seen.posts_count as "posts_count!", seen.posts_count > 0 as "shown!", next.position as "position!"
from (
  select word, row_number() over (order by word using ~<~) as position from (
    select word from (select word from public_tags limit $5) b union select word from restricted order by word using ~<~ limit $5
  ) either
) next
cross join lateral (
  select least(100, (select count(*)::int from {{seen_posts}}) + coalesce((select posts_count from restricted r where r.word = next.word), 0))
    as posts_count offset 0
) seen
where seen.posts_count > 0 or next.position = $5
order by next.position

-- list: trending(viewer, posts, rows)
-- Lists the $3 tags that most people use in public posts of the last week, of which the newest $2 that the viewer $1 sees are
-- counted, among the newest 3,000: posts for others and imported old ones take no place.
select w.word, count(*)::int as "posts_count!"
from (
  select p.id, p.author_id from (
    select * from posts
    where audience = 'public' and frozen_at is null and hidden_at is null and created_at > now() - interval '7 days'
    order by created_at desc, id desc limit 3000
  ) p
  cross join lateral (select from users u where u.id = p.author_id and {{visible_post}} and {{not_muted}} offset 0) u
  order by p.created_at desc, p.id desc limit $2
) p
cross join lateral (select word from post_words where post_id = p.id and starts_with(word, '#') offset 0) w
group by w.word
order by count(distinct p.author_id) desc, count(*) desc, w.word
limit $3

-- list: people(viewer, from, to, rank, after, id, rows, bio)
-- Lists members for the viewer $1 whose user name or display name, without case and accents, contains $2, in four ranks: followed
-- ones whose user names begin with it (0), others whose user names do (1), then other followed ones (2) and the rest (3). After them
-- come those whose bio alone has words that begin with each of $8 (4). Names, and stored parts (suffixes) of names, that begin with $2
-- are in the range from $2 up to $3 (exclusive). At most $7, after the rank $4, the part $5 and the user id $6. Only in ranks 3 and 4
-- the part is not the user name. There a member is listed once: at the first occurrence of $2 in the user name or, if that does not
-- contain it, in the display name; and at the first word of the bio that begins with the first of $8.
select {{person_columns}}, shown.yes as "shown!", k.position as "position!", k.rank as "rank!", k.part as "part!", k.id as "key_id!"
from (
  select *, row_number() over (order by rank, part using ~<~, id) as position from (
    (select f.* from (
       select case when starts_with(lower(u.user_name), $2) then 0 else 2 end as rank, lower(u.user_name) as part, u.id
       from follows f cross join lateral (select * from users where id = f.followed_id offset 0) u
       where $4::int <= 2 and f.follower_id = $1 and (strpos(lower(u.user_name), $2) > 0 or strpos(u.search_name, $2) > 0)
     ) f
     where f.rank > $4::int or f.rank = $4::int and f.part ~>~ $5
     order by f.rank, f.part using ~<~ limit $7)
    union all
    (select 1, lower(u.user_name), u.id from users u
     where $4::int <= 1 and lower(u.user_name) ~>=~ $2 and lower(u.user_name) ~<~ $3
       and ($4::int < 1 or lower(u.user_name) ~>~ $5)
     order by lower(u.user_name) using ~<~ limit $7)
    union all
    (select 3, n.part, n.user_id from user_name_parts n
     where n.part ~>=~ $2 and n.part ~<~ $3
       and ($4::int < 3 or n.part ~>=~ $5 and (n.part ~>~ $5 or n.user_id > $6::bigint))
     order by n.part using ~<~, n.user_id limit $7)
    union all
    (select 4, b.word, b.user_id from bio_words b
     where b.word ~>=~ ($8::text[])[1] and b.word ~<~ (($8::text[])[1] || U&'\+10FFFF')
       and ($4::int < 4 or b.word ~>=~ $5 and (b.word ~>~ $5 or b.user_id > $6::bigint))
     order by b.word using ~<~, b.user_id limit $7)
  ) either
  order by rank, part using ~<~, id
  limit $7
) k
cross join lateral (select * from users where id = k.id offset 0) u
cross join lateral (
  select case k.rank
      when 3 then not {{followed_by_viewer}} and k.part = case strpos(lower(u.user_name), $2)
        when 1 then null
        when 0 then substr(u.search_name, strpos(u.search_name, $2))
        else substr(lower(u.user_name), strpos(lower(u.user_name), $2)) end
      when 4 then strpos(lower(u.user_name), $2) = 0 and coalesce(strpos(u.search_name, $2), 0) = 0
        and k.part = (
          select b.word from bio_words b where b.user_id = k.id and starts_with(b.word, ($8::text[])[1])
          order by b.word using ~<~ limit 1
        )
        and not exists (
          select from unnest($8::text[]) asked (word)
          where not exists (select from bio_words b where b.user_id = k.id and starts_with(b.word, asked.word))
        )
      else k.rank <> 1 or not {{followed_by_viewer}}
    end
    and u.id <> $1 and {{visible_user}} and {{not_muted}} as yes offset 0
) shown
where shown.yes or k.position = $7
order by k.position
