import { lineAt, type Problem, pick, type Sources } from './sources.ts';

const recorder = 'packages/db/src/functions/jobs.sql';
const jobsFile = 'packages/domain/src/jobs.ts';

/**
 * Checks that statements record jobs by the SQL function record_job alone, under a name that JobPayloads has: a job of an unknown
 * name would be left to another version. TypeScript's recordJob is checked by its type.
 */
export function checkJobs(sources: Sources): Problem[] {
  const known = new Set([...(sources.get(jobsFile) ?? '').matchAll(/^ {2}'([\w.]+)':/gm)].map(([, name]) => name));
  return pick(sources, /^packages\/db\/src\/(?:queries|functions)\/.*\.sql$/).flatMap(([path, source]) => {
    const inserts = path === recorder ? [] : [...source.matchAll(/\binsert\s+into\s+outbox\b/gi)];
    const calls = [...source.matchAll(/(?<!function\s+)\brecord_job\s*\(\s*'([\w.]+)'/g)];
    return [
      ...inserts.map(({ index }) => `${path}:${lineAt(source, index)} inserts into outbox: call record_job`),
      ...calls
        .filter(([, name]) => !known.has(name))
        .map(
          ({ index, 1: name }) => `${path}:${lineAt(source, index)} records ${name}, which JobPayloads does not have`,
        ),
    ];
  });
}
