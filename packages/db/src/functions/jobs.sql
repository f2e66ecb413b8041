-- name: record_job
-- Records a job in the transaction that causes it; after the commit, once the job is due, it is added to the queue.
-- `trace_context` is that of the cause, for the job's log lines. `npm run check` compares name and payload with JobPayloads.
create or replace function record_job(job text, payload jsonb, trace_context jsonb default null, due timestamptz default now())
returns bigint language plpgsql as $body$
declare
  recorded bigint;
begin
  insert into pending_jobs (name, payload, due_at)
  values (job, case when trace_context is null then payload else payload || jsonb_build_object('traceContext', trace_context) end, coalesce(due, now()))
  returning id into recorded;
  return recorded;
end
$body$
