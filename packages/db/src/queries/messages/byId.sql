-- $1 message
select {{message_columns}} from messages m where m.id = $1
