-- $1 sender, $2 receiver, $3 before this id, $4 rows
select {{message_columns}}
from messages m
where m.sender_id = $1 and m.receiver_id = $2 and m.id < $3
order by m.id desc
limit $4
