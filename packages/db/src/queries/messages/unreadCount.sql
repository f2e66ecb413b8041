-- $1 member
select coalesce(sum(unread_count), 0) as count from contacts where user_id = $1 and unread_count > 0
