-- $1 viewer, $2 last rank seen, $3 rows, $4 snapshot or null for the newest
select e.snapshot_id, e.rank, {{post_columns}}
from popular_entries e
join posts p on p.id = e.post_id
{{post_joins}}
where e.snapshot_id = coalesce($4, (select max(id) from popular_snapshots)) and e.rank > $2
order by e.rank
limit $3
