-- $1 and $2 the two members, $3 before this id, $4 after this id, $5 rows
select {{message_columns}}
from messages m
where least(m.sender_id, m.receiver_id) = least($1::bigint, $2::bigint)
  and greatest(m.sender_id, m.receiver_id) = greatest($1::bigint, $2::bigint)
  and m.id < $3 and m.id > $4
order by m.id desc
limit $5
