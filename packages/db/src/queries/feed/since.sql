-- $1 member
select feed_since from users where id = $1
