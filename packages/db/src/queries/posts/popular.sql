-- $1 viewer, $2 last rank seen, $3 rows, $4 snapshot
select e.snapshot_id, e.rank, {{post_columns}}
from popular_entries e
join posts p on p.id = e.post_id
{{post_joins}}
where e.snapshot_id = $4 and e.rank > $2
order by e.rank
limit $3
