-- $1 member; at most 10,000, the newest
select followed_id from follows where follower_id = $1 order by created_at desc limit 10000
