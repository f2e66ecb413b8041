import { lineAt, type Problem, pick, type Sources } from './sources.ts';

/**
 * Checks that statements record jobs by the SQL function record_job alone, under a name that JobPayloads has: a job of an unknown
 * name would be left to another version. TypeScript's recordJob is checked by its type.
 */
export function checkJobs(sources: Sources): Problem[] {
  const payloads = sources.get('packages/domain/src/jobs.ts') ?? '';
  return pick(sources, /^packages\/db\/src\/(?:queries|functions)\/.*\.sql$/).flatMap(([path, source]) => {
    const at = (index: number) => `${path}:${lineAt(source, index)}`;
    const inserts = path.endsWith('functions/jobs.sql')
      ? []
      : [...source.matchAll(/\binsert\s+into\s+pending_jobs\b/gi)];
    const unknown = [...source.matchAll(/(?<!function\s+)\brecord_job\s*\(\s*'([\w.]+)'/g)].filter(
      ([, name]) => !payloads.includes(`\n  '${name}':`),
    );
    return [
      ...inserts.map(({ index }) => `${at(index)} inserts into pending_jobs: call record_job`),
      ...unknown.map(({ index, 1: name }) => `${at(index)} records ${name}, which JobPayloads does not have`),
    ];
  });
}
