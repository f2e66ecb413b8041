-- The search index of posts, a row for each word or tag of a post. Results are in the order of post ids, which is the order of
-- publication.

-- name: put(post, words)
-- Replaces the words of the post $1, which is locked, by $2.
with gone as (
  delete from post_words where post_id = $1 and word <> all ($2::text[])
)
insert into post_words (post_id, word) select $1, word from unnest($2::text[]) word on conflict do nothing

-- list: posts(viewer, words, terms, from?, to?, termsCount, before, rows, maxBegun)
-- Finds posts with ids below $7 that match a word of every search term, newest first, and lists those that the viewer $1 may see;
-- takes at most $8 steps. $2 and $3 are parallel arrays of words and of the numbers of their terms, from 1; $6 is the number of
-- terms. $4 and $5 are the range of words of the last term ($5 is exclusive), of which the first $9 that $1 sees are used, or null;
-- at most 2,000 are examined. Each step
-- reads, for every term, the newest post before that of the previous step. If that is the same post for all terms, it is a
-- result. Otherwise no post newer than the oldest of these posts can match all terms, and the next step continues from that
-- post.
with recursive matching_words as (
  select next.word, seen.yes, seen.yes as found, 1 as examined from (
    select word from post_words where word ~>=~ $4 and word ~<~ $5 order by word using ~<~ limit 1
  ) next cross join lateral ({{word_seen}}) seen
  union all
  select next.word, seen.yes, b.found + seen.yes, b.examined + 1 from matching_words b cross join lateral (
    select word from post_words where word ~>~ b.word and word ~<~ $5 order by word using ~<~ limit 1
  ) next cross join lateral ({{word_seen}}) seen
  where b.found < $9 and b.examined < 2000
), words as materialized (
  select * from unnest($2::text[], $3::int[]) g (word, term)
  union all
  select word, $6::int from matching_words where yes = 1
), steps as (
  select 0 as position, $7::bigint as before, null::bigint as post_id
  union all
  select s.position + 1, case when t.oldest = t.newest then t.oldest else t.oldest + 1 end,
    case when t.oldest = t.newest then t.oldest end
  from steps s cross join lateral (
    select min(each.newest) as oldest, max(each.newest) as newest, count(each.newest) as terms from (
      select max(found.post_id) as newest from words w
      left join lateral (
        select k.post_id from post_words k where k.word = w.word and k.post_id < s.before order by k.post_id desc limit 1
      ) found on true
      group by w.term
    ) each
  ) t
  where s.position < $8 and t.terms = $6
)
select {{post_columns}}, s.before as "key_id!", u.id is not null as "shown!", s.position as "position!"
from steps s
left join lateral (select * from posts where id = s.post_id offset 0) p on true
{{examined_post_joins}}
where s.position > 0 and (u.id is not null or s.position = $8)
order by s.position

-- name: word_seen
-- 1 if the search lists one of the newest hundred posts with the word of the row `next` for the viewer $1, else 0: a word that only
-- hidden posts have must not take the place of another.
select exists (select from {{seen_posts}})::int as yes offset 0

-- name: seen_posts
-- Of the newest hundred posts with the word of the row `next`, those that the viewer $1 sees
(select post_id from post_words where word = next.word order by post_id desc limit 100) k
  cross join lateral (select * from posts where id = k.post_id offset 0) p
  cross join lateral (select from users u where u.id = p.author_id and {{visible_post}} and {{not_muted}} offset 0) u

-- list: tags(viewer, from, to, after, rows)
-- Lists the tags from $2 up to $3 (exclusive) that come after $4, at most $5, and counts for each how many of its newest 100
-- posts the viewer $1 sees.
with recursive matching_words as (
  (select word from post_words where word ~>=~ $2 and word ~<~ $3 and word ~>~ $4 order by word using ~<~ limit 1)
  union all
  select next.word from matching_words b cross join lateral (
    select word from post_words where word ~>~ b.word and word ~<~ $3 order by word using ~<~ limit 1
  ) next
)
select next.word as "word!", seen.posts_count as "posts_count!", seen.posts_count > 0 as "shown!", next.position as "position!"
from (
  select word, row_number() over (order by word using ~<~) as position from (select word from matching_words limit $5) b
) next
cross join lateral (select count(*)::int as posts_count from {{seen_posts}}) seen
where seen.posts_count > 0 or next.position = $5
order by next.position

-- list: trending(viewer, posts, rows)
-- Lists the $3 tags that most people use in the newest $2 posts. Only public posts of the last week that the viewer $1 sees are
-- counted.
select w.word, count(*)::int as "posts_count!"
from (select * from posts order by id desc limit $2) p
cross join lateral (select from users u where u.id = p.author_id and {{visible_post}} and {{not_muted}} offset 0) u
cross join lateral (select word from post_words where post_id = p.id and starts_with(word, '#') offset 0) w
where p.audience = 'public' and p.frozen_at is null and p.created_at > now() - interval '7 days'
group by w.word
order by count(distinct p.author_id) desc, count(*) desc, w.word
limit $3

-- list: people(viewer, from, to, rank, after, id, rows)
-- Lists members for the viewer $1 whose lower-case name contains $2, in four ranks: followed ones whose names begin with it (0),
-- others whose names do (1), then other followed ones (2) and the rest (3). Names, and stored parts (suffixes) of names, that begin
-- with $2 are in the range from $2 up to $3 (exclusive). At most $7, after the rank $4, the part $5 and the user id $6. Only in rank 3
-- the part is not the whole name. A name that contains $2 more than once is listed once, at the first occurrence.
select {{person_columns}}, shown.yes as "shown!", k.position as "position!", k.rank as "rank!", k.part as "part!", k.id as "key_id!"
from (
  select *, row_number() over (order by rank, part using ~<~, id) as position from (
    (select f.* from (
       select case when starts_with(lower(u.user_name), $2) then 0 else 2 end as rank, lower(u.user_name) as part, u.id
       from follows f cross join lateral (select * from users where id = f.followed_id offset 0) u
       where $4::int <= 2 and f.follower_id = $1 and strpos(lower(u.user_name), $2) > 0
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
  ) either
  order by rank, part using ~<~, id
  limit $7
) k
cross join lateral (select * from users where id = k.id offset 0) u
cross join lateral (
  select (k.rank in (0, 2) or not {{followed_by_viewer}})
    and (k.rank < 3 or strpos(lower(u.user_name), $2) > 1
      and strpos(lower(u.user_name), $2) = char_length(u.user_name) - char_length(k.part) + 1)
    and u.id <> $1 and {{visible_user}} and {{not_muted}} as yes offset 0
) shown
where shown.yes or k.position = $7
order by k.position
