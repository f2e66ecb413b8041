import { parseSync, Visitor } from 'oxc-parser';
import { API, SymbolFlags, type Type } from 'typescript/unstable/sync';
import { root } from '../lib/bootstrap.mjs';
import { isTest, lineAt, type Problem, pick, type Sources } from './sources.ts';

const payloadsFile = `${root}/packages/domain/src/jobs.ts`;
const recorder = 'packages/db/src/functions/jobs.sql';
/**
 * This file calls record_job with any name and payload. It is not checked, because the TypeScript functions that use it accept
 * only the payload that belongs to the name.
 */
const typedCaller = 'packages/db/src/queries/pendingJobs.sql';
const relay = 'packages/domain/src/afterCommit.ts';

type Keys = { required: string[]; optional: string[] };

/** Returns the keys of each job's payload, which the TypeScript compiler reads from the type JobPayloads. */
function readPayloads(): Map<string, Keys> {
  const api = new API({ cwd: root });
  try {
    const project = api.updateSnapshot({ openFiles: [payloadsFile] }).getDefaultProjectForFile(payloadsFile);
    const source = project?.program.getSourceFile(payloadsFile);
    const module = source && project?.checker.getSymbolAtLocation(source);
    if (!project || !module) throw new Error(`${payloadsFile} is in no project`);
    const { checker } = project;
    const payloads = checker.getExportsOfModule(module).find(({ name }) => name === 'JobPayloads');
    if (!payloads) throw new Error(`${payloadsFile} has no JobPayloads`);
    return new Map(
      checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(payloads) as Type).map((job) => {
        const keys = checker.getPropertiesOfType(checker.getTypeOfSymbol(job) as Type);
        const [optional, required] = [true, false].map((wanted) =>
          keys.filter(({ flags }) => ((flags & SymbolFlags.Optional) !== 0) === wanted).map(({ name }) => name),
        );
        return [job.name, { required, optional } as Keys];
      }),
    );
  } finally {
    api.close();
  }
}

let payloads: Map<string, Keys> | undefined;

/** Returns the arguments of a call, split at top-level commas. `at` is the position after the call's opening bracket. */
function argumentsAt(source: string, at: number): string[] {
  const found = [''];
  let depth = 1;
  for (const [part] of source.slice(at).matchAll(/'(?:[^']|'')*'|[\s\S]/g)) {
    if (part === '(' || part === '[') depth += 1;
    if (part === ')' || part === ']') depth -= 1;
    if (depth === 0) break;
    if (part === ',' && depth === 1) found.push('');
    else found[found.length - 1] += part;
  }
  return found.map((text) => text.trim());
}

const unquoted = (text = '') => /^'(.*)'$/.exec(text)?.[1];

/** Returns what is wrong with a call of record_job that has these arguments, or null. */
function wrongWith([job = '', payload = '']: string[]): string | null {
  const name = unquoted(job);
  if (name === undefined) return `records a job whose name is ${job}: write the name itself`;
  payloads ??= readPayloads();
  const keys = payloads.get(name);
  if (!keys) return `records ${name}, which JobPayloads does not have`;
  const built = /^jsonb_build_object\s*\(/.exec(payload)?.[0];
  if (!built) return `records ${name} with a payload that is no jsonb_build_object(…)`;
  const args = argumentsAt(payload, built.length)
    .filter((_, index) => index % 2 === 0)
    .map((key) => unquoted(key) ?? key)
    .filter((key) => key !== '');
  const unknown = args.find((key) => ![...keys.required, ...keys.optional].includes(key));
  if (unknown !== undefined) return `records ${name} with ${unknown}, which its payload in JobPayloads does not have`;
  const missing = keys.required.find((key) => !args.includes(key));
  return missing === undefined ? null : `records ${name} without ${missing}, which its payload in JobPayloads has`;
}

function checkStatements([path, source]: [string, string]): Problem[] {
  const code = source.replace(/^--.*$/gm, (line) => ' '.repeat(line.length));
  return [...code.matchAll(/(?<!function\s+)\brecord_job\s*\(/g)].flatMap((call) => {
    const args = argumentsAt(code, call.index + call[0].length);
    const wrong = path === typedCaller && args[0] === '$1' ? null : wrongWith(args);
    return wrong === null ? [] : [`${path}:${lineAt(code, call.index)} ${wrong}`];
  });
}

function checkCalls([path, source]: [string, string]): Problem[] {
  if (!/\bqueue\.add\b|\brecordJob\b/.test(source)) return [];
  const found: Problem[] = [];
  const at = (start: number) => `${path}:${lineAt(source, start)}`;
  const inQueue = path === relay || path.startsWith('packages/platform/src/queue/');
  new Visitor({
    MemberExpression: ({ object, property, start }) => {
      const of = object.type === 'MemberExpression' ? object.property : object;
      const adds = property.type === 'Identifier' && property.name === 'add';
      if (!inQueue && adds && of.type === 'Identifier' && of.name === 'queue')
        found.push(`${at(start)} adds a job to the queue: record it, by recordJob or record_job`);
    },
    ExpressionStatement: ({ expression, start }) => {
      if (expression.type !== 'CallExpression' || expression.callee.type !== 'Identifier') return;
      if (expression.callee.name === 'recordJob')
        found.push(`${at(start)} does not await recordJob: its transaction may end before`);
    },
  }).visit(parseSync(path, source).program);
  return found;
}

/**
 * Checks that jobs are recorded only by the SQL function record_job, in the transaction that causes them, with the payload that
 * JobPayloads declares. Only schedules, and the relay that reads recorded jobs, may add jobs to a queue.
 */
export function checkJobs(sources: Sources): Problem[] {
  const product = pick(sources, /^(?:apps\/(?:api|worker)|packages|scripts)\/.*\.(?:ts|sql)$/).filter(
    ([path]) => !isTest(path) && !path.includes('/migrations/'),
  );
  return product.flatMap((file) => {
    const [path, source] = file;
    const inserts = path === recorder ? null : /\binsert\s+into\s+outbox\b/i.exec(source);
    const own = inserts ? [`${path}:${lineAt(source, inserts.index)} inserts into outbox: call record_job`] : [];
    return [...own, ...(path.endsWith('.sql') ? checkStatements(file) : checkCalls(file))];
  });
}
