import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument } from '../openapi/document.ts';

interface Content {
  content?: Record<string, { schema: object; example?: unknown }>;
}

interface Operation {
  tags: string[];
  parameters: { name: string; in: 'path' | 'query' }[];
  requestBody?: { content: Record<string, { schema: { properties?: object }; example?: unknown }> };
  responses: Record<string, Content>;
}

const id = 'kith';
const document = openApiDocument() as {
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string }[];
};
// Most validators run a few times, so that optimizing them would take longer than it saves.
const ajv = new Ajv2020({ strict: false, allErrors: false, code: { optimize: false } });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema({ $id: id, ...document } as object);

/** The tags of operations that the document does not describe. */
export const unknownTags = (): string[] =>
  Object.values(document.paths)
    .flatMap((operations) => Object.values(operations).flatMap(({ tags }) => tags))
    .filter((tag) => !document.tags.some(({ name }) => name === tag));

const literal = (path: string) => path.replaceAll('{', '').length === path.length;
/** The path templates as patterns, those without parameters first, as in the router. */
const templates = Object.keys(document.paths)
  .sort((a, b) => Number(literal(b)) - Number(literal(a)))
  .map((path) => [new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`), path] as const);

/** An operation of /openapi.json, by its template, `/posts/{postId}`. */
export interface DescribedOperation {
  method: string;
  path: string;
  inPath: string[];
  inQuery: string[];
  /** The fields of the operation's JSON body. */
  inBody: string[];
  upload: boolean;
}

export const describedOperations: DescribedOperation[] = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, { parameters, requestBody }]) => {
    const inPlace = (place: string) => parameters.filter((each) => each.in === place).map(({ name }) => name);
    return {
      method: method.toUpperCase(),
      path,
      inPath: inPlace('path'),
      inQuery: inPlace('query'),
      inBody: Object.keys(requestBody?.content['application/json']?.schema.properties ?? {}),
      upload: requestBody?.content['multipart/form-data'] !== undefined,
    };
  }),
);

const compiled = new Map<string, ValidateFunction>();

/** The validator of a schema in the document, by its path. */
function validator(...place: string[]): ValidateFunction {
  const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  const known = compiled.get(pointer) ?? ajv.compile({ $ref: `${id}#/${pointer}` });
  compiled.set(pointer, known);
  return known;
}

/** Examples of bodies and of successful responses that are missing, or that do not match their schemas. */
export function faultyExamples(): string[] {
  const json = 'application/json';
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody, responses }]) => {
      const places = Object.keys(responses).map((status) => ['responses', status]);
      const contents = [
        [['requestBody'], requestBody] as const,
        ...places.map((at) => [at, responses[at[1] ?? '']] as const),
      ];
      return contents.flatMap(([at, described]) => {
        const content = described?.content?.[json];
        // What uploads answer has no example.
        if (!content || Number(at[1]) >= 400 || requestBody?.content['multipart/form-data']) return [];
        const valid = validator('paths', path, method, ...at, 'content', json, 'schema');
        return valid(content.example) ? [] : [`${method} ${path} ${at.join(' ')}: ${ajv.errorsText(valid.errors)}`];
      });
    }),
  );
}

interface Exchange {
  method: string;
  url: string;
  payload?: unknown;
  status: number;
  body: unknown;
}

/** Throws when /openapi.json does not describe a response, or an accepted request. */
export function requireDescribed({ method, url, payload, status, body }: Exchange): void {
  const path = url.split('?')[0] ?? '';
  const template = templates.find(([pattern]) => pattern.test(path))?.[1];
  const operation = template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()];
  if (template === undefined || !operation) return;
  const name = `${method} ${path.slice(0, 200)}`;
  const described = operation.responses[status];
  if (!described) throw new Error(`${name} answered ${status}, which /openapi.json does not have`);
  const at = ['paths', template, method.toLowerCase()];
  const json = 'application/json';
  if (described.content?.[json]) {
    const valid = validator(...at, 'responses', String(status), 'content', json, 'schema');
    if (!valid(body))
      throw new Error(
        `${name} answered ${status} in a way that does not match its description: ${ajv.errorsText(valid.errors)}`,
      );
  }
  if (status < 300 && operation.requestBody?.content?.[json]) {
    const valid = validator(...at, 'requestBody', 'content', json, 'schema');
    if (!valid(typeof payload === 'string' ? JSON.parse(payload) : (payload ?? {})))
      throw new Error(`${name} accepted a body that does not match its description: ${ajv.errorsText(valid.errors)}`);
  }
}
