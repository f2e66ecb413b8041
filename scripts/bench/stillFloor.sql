-- The still baseline of the bench never changes, so that comparing the product with it shows when the product's statements become
-- slower. It has its own tables, with keys, foreign keys and the index that each list needs, and the plainest statement for each
-- call: no visibility rule, notification, job or event. Only `copy` changes, when the product's tables do.

-- name: copy
create schema still;
create table still.users as select id, user_name, bio, picture_key, posts_count, followers_count, following_count from users;
create table still.images as select id, status, key, widths, width, height, thumbhash from images;
create table still.posts as
  select id, author_id, caption, location, created_at, image_id, likes_count, comments_count from posts order by id;
create table still.follows as select follower_id, followed_id, created_at from follows order by 1, 2;
create table still.likes as select user_id, post_id, created_at from likes order by 1, 2;
create table still.comments as select id, post_id, author_id, content, created_at from comments order by id;
create table still.messages as select id, sender_id, receiver_id, content, created_at, read_at from messages order by id;
create table still.contacts as select user_id, contact_id, last_message_id, unread_count from memberships where contact_id is not null order by 1, 2;
create table still.notifications as
  select id, recipient_id as user_id, kind, post_id, actors_count, updated_at, read_at from notifications;
create table still.actors as select id, notification_id, actor_id from notification_events;
create table still.popular as
  select rank, post_id from popular_entries where snapshot_id = (select max(id) from popular_snapshots);
alter table still.posts add primary key (id);
create index on still.posts (author_id, created_at desc, id desc);
create table still.entries as select user_id, created_at, post_id from feed_entries where user_id not in (8, 9);
-- In the product, the members 8 and 9 lack feed entries: one follows authors with very many followers, the other was inactive.
-- Here, their entries are made from the posts table.
insert into still.entries
select f.follower_id, newest.created_at, newest.id
from still.follows f cross join lateral (
  select p.created_at, p.id from still.posts p where p.author_id = f.followed_id order by p.created_at desc, p.id desc limit 100
) newest
where f.follower_id in (8, 9);

create table still.words as select word, post_id from post_words order by 1, 2;
create table still.pictures as
  select post_id, position, id, alt, status, key, widths, width, height, thumbhash from images where position is not null;

create table still.groups as select id, name, last_id from chats where kind = 'group';
create table still.group_members as select chat_id, user_id, last_message_id, unread_count, read_id from memberships where contact_id is null order by 1, 2;
create table still.group_messages as
  select id, chat_id, sender_id, content, created_at from messages where receiver_id is null order by id;
create table still.message_words as select w.chat_id, w.word, w.message_id from message_words w order by 1, 2, 3;

-- name: keys
alter table still.pictures add primary key (post_id, position);
alter table still.users add primary key (id);
create index on still.users (lower(user_name) text_pattern_ops);
alter table still.images add primary key (id);
alter table still.posts add foreign key (author_id) references still.users, add foreign key (image_id) references still.images;
alter table still.follows add primary key (follower_id, followed_id);
create index on still.follows (followed_id, created_at desc, follower_id desc);
alter table still.likes add primary key (user_id, post_id), alter created_at set default now(),
  add foreign key (user_id) references still.users, add foreign key (post_id) references still.posts;
create index on still.likes (post_id);
alter table still.comments add primary key (id), alter created_at set default now(),
  add foreign key (author_id) references still.users, add foreign key (post_id) references still.posts;
create index on still.comments (post_id, id desc);
alter table still.messages add primary key (id), alter created_at set default now(),
  add foreign key (sender_id) references still.users, add foreign key (receiver_id) references still.users;
create index on still.messages (least(sender_id, receiver_id), greatest(sender_id, receiver_id), id desc);
alter table still.contacts add primary key (user_id, contact_id);
create index on still.contacts (user_id, last_message_id desc, contact_id desc);
alter table still.notifications add primary key (id);
create index on still.notifications (user_id, updated_at desc, id desc);
create index on still.actors (notification_id, id desc);
alter table still.popular add primary key (rank);
alter table still.entries add primary key (user_id, created_at, post_id);
create sequence still.ids start 1000000000;
alter table still.posts alter id set default nextval('still.ids'), alter created_at set default now(),
  alter likes_count set default 0, alter comments_count set default 0;
alter table still.comments alter id set default nextval('still.ids');
alter table still.messages alter id set default nextval('still.ids');

-- name: post_columns
p.id, p.author_id, p.caption, p.location, p.created_at, p.likes_count, p.comments_count, u.user_name, u.picture_key,
  i.status, i.key, i.widths, i.width, i.height, i.thumbhash,
  coalesce((select true from still.likes l where l.user_id = $1 and l.post_id = p.id), false) as liked_by_me

-- name: post_joins
join still.users u on u.id = p.author_id left join still.images i on i.id = p.image_id

-- name: home
select {{post_columns}}
from still.entries e join still.posts p on p.id = e.post_id {{post_joins}}
where e.user_id = $1 order by e.created_at desc, e.post_id desc limit 21

-- name: pictures
select {{post_columns}}, pictures.list
from still.entries e join still.posts p on p.id = e.post_id {{post_joins}}
cross join lateral (
  select json_agg(json_build_object('id', m.id, 'alt', m.alt, 'status', m.status, 'key', m.key, 'widths', m.widths,
    'width', m.width, 'height', m.height, 'thumbhash', m.thumbhash) order by m.position) as list
  from still.pictures m where m.post_id = p.id
) pictures
where e.user_id = $1 order by e.created_at desc, e.post_id desc limit 21

-- name: profile
select {{post_columns}}
from still.posts p {{post_joins}}
where p.author_id = 5 order by p.created_at desc, p.id desc limit 21

-- name: popular
select {{post_columns}} from still.popular r join still.posts p on p.id = r.post_id {{post_joins}} order by r.rank limit 21

-- name: comments
select c.id, c.post_id, c.content, c.created_at, u.id as author_id, u.user_name, u.picture_key
from still.comments c join still.users u on u.id = c.author_id
where c.post_id = 77 order by c.id desc limit 21

-- name: followers
select f.created_at, u.id, u.user_name, u.picture_key, u.bio,
  exists (select from still.follows mine where mine.follower_id = $1 and mine.followed_id = u.id) as followed_by_me
from still.follows f join still.users u on u.id = f.follower_id
where f.followed_id = 5 order by f.created_at desc, f.follower_id desc limit 21

-- name: search
select u.id, u.user_name, u.picture_key, u.bio,
  exists (select from still.follows mine where mine.follower_id = $1 and mine.followed_id = u.id) as followed_by_me
from still.users u where lower(u.user_name) ~>=~ 'bench_1' and lower(u.user_name) ~<~ 'bench_1~'
order by lower(u.user_name) using ~<~ limit 21

-- name: conversation
select id, sender_id, receiver_id, content, created_at, read_at is not null as read
from still.messages
where least(sender_id, receiver_id) = least($1::bigint, 2)
  and greatest(sender_id, receiver_id) = greatest($1::bigint, 2)
order by id desc limit 21

-- name: contacts
select c.contact_id, c.last_message_id, c.unread_count, u.user_name, u.picture_key, m.content, m.created_at, m.sender_id
from still.contacts c join still.users u on u.id = c.contact_id left join still.messages m on m.id = c.last_message_id
where c.user_id = $1 order by c.last_message_id desc, c.contact_id desc limit 21

-- name: notifications
select n.id, n.kind, n.actors_count, n.updated_at, n.read_at, n.post_id, p.caption, i.key, i.widths,
  (select json_agg(latest) from (
    select u.id, u.user_name, u.picture_key from still.actors a join still.users u on u.id = a.actor_id
    where a.notification_id = n.id order by a.id desc limit 3) latest) as actors
from still.notifications n left join still.posts p on p.id = n.post_id left join still.images i on i.id = p.image_id
where n.user_id = $1 order by n.updated_at desc, n.id desc limit 21

-- name: post
with made as (
  insert into still.posts (author_id, caption) values ($1, 'A new post') returning *
), counted as (
  update still.users set posts_count = posts_count + 1 where id = $1
), entered as (
  insert into still.entries select f.follower_id, made.created_at, made.id from made join still.follows f on f.followed_id = $1
)
select p.*, u.user_name, u.picture_key from made p join still.users u on u.id = p.author_id

-- name: like
with liked as (
  insert into still.likes (user_id, post_id) values ($1, $2) on conflict do nothing returning post_id
)
update still.posts set likes_count = likes_count + 1 where id = (select post_id from liked) returning likes_count

-- name: comment
with written as (
  insert into still.comments (post_id, author_id, content) values ($2, $1, 'A comment') returning *
), counted as (
  update still.posts set comments_count = comments_count + 1 where id = $2
)
select c.*, u.user_name, u.picture_key from written c join still.users u on u.id = c.author_id

-- name: message
with sent as (
  insert into still.messages (sender_id, receiver_id, content) values ($1, 2, 'A message') returning *
), listed as (
  insert into still.contacts
  select pair.a, pair.b, sent.id, (pair.a = 2)::int
  from sent, (values (least($1::bigint, 2), greatest($1::bigint, 2)), (greatest($1::bigint, 2), least($1::bigint, 2))) pair (a, b)
  on conflict (user_id, contact_id) do update set last_message_id = excluded.last_message_id,
    unread_count = still.contacts.unread_count + excluded.unread_count
)
select * from sent

-- name: later
-- Keys of tables that joined the floor after the statements above were written.
create index on still.words (word text_pattern_ops, post_id desc);

-- name: frequentWords
select {{post_columns}}
from still.words a join still.words b on b.post_id = a.post_id and b.word = 'the' join still.posts p on p.id = a.post_id {{post_joins}}
where a.word = 'a' order by a.post_id desc limit 21

-- name: halfWord
select {{post_columns}}
from (
  select distinct post_id from still.words b where b.word ~>=~ 'word7' and b.word ~<~ 'word7~'
    and exists (select from still.words a where a.word = 'the' and a.post_id = b.post_id)
  order by post_id desc limit 21
) k join still.posts p on p.id = k.post_id {{post_joins}}
order by k.post_id desc

-- name: tag
select {{post_columns}}
from still.words w join still.posts p on p.id = w.post_id {{post_joins}}
where w.word = '#tenth tenth' order by w.post_id desc limit 21

-- name: talk
-- The same for chats.
alter table still.groups add primary key (id);
alter table still.group_members add primary key (chat_id, user_id);
create index on still.group_members (user_id, last_message_id desc);
alter table still.group_messages add primary key (id), alter id set default nextval('still.ids'),
  alter created_at set default now(), add foreign key (sender_id) references still.users;
create index on still.group_messages (chat_id, id desc);
create index on still.message_words (chat_id, word, message_id desc);

-- name: chats
select g.id, g.name, s.unread_count, m.id as message_id, m.sender_id, m.content, m.created_at,
  (select json_agg(json_build_object('id', u.id, 'user_name', u.user_name, 'picture_key', u.picture_key))
   from still.group_members o join still.users u on u.id = o.user_id where o.chat_id = g.id) as people
from still.group_members s join still.groups g on g.id = s.chat_id left join still.group_messages m on m.id = s.last_message_id
where s.user_id = $1 order by s.last_message_id desc limit 201

-- name: messageSearch
select m.id, m.chat_id, m.sender_id, m.content, m.created_at
from still.group_members s
cross join lateral (
  select w.message_id from still.message_words w where w.chat_id = s.chat_id and w.word = 'word7' order by w.message_id desc limit 21
) hit
join still.group_messages m on m.id = hit.message_id
where s.user_id = $1 order by m.id desc limit 21

-- name: groupMessage
with sent as (
  insert into still.group_messages (chat_id, sender_id, content) values (1000001, $1, 'A message') returning *
), worded as (
  insert into still.message_words select sent.chat_id, w.word, sent.id from sent cross join (values ('a'), ('message')) w (word)
), listed as (
  update still.group_members s set last_message_id = sent.id, unread_count = s.unread_count + (s.user_id <> $1)::int
  from sent where s.chat_id = sent.chat_id
), newest as (
  update still.groups g set last_id = sent.id from sent where g.id = sent.chat_id
)
select * from sent
