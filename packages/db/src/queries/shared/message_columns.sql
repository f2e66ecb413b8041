m.id, m.sender_id, m.receiver_id, m.content, m.created_at, m.client_id, m.read_at is not null as read_by_receiver
