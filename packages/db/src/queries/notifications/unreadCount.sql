-- $1 member; at most 100 are counted
select count(*) as count from (select from notifications where recipient_id = $1 and read_at is null limit 100) unread
