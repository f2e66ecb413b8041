-- $1 member, $2 after this id, $3 rows; what the member sent from elsewhere too, oldest first
select * from (
  (select {{message_columns}} from messages m where m.receiver_id = $1 and m.id > $2 order by m.id limit $3)
  union all
  (select {{message_columns}} from messages m where m.sender_id = $1 and m.id > $2 order by m.id limit $3)
) missed
order by id limit $3
