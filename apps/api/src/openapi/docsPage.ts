import { escapeHtml } from '@kith/domain';

interface Operation {
  summary: string;
  description: string;
  security?: unknown[];
  parameters: { name: string; in: string; required: boolean; schema?: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}

interface Description {
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

const code = (value: object): string => `<pre><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre>`;

const schemas = (content: Record<string, { schema: object }> | undefined): string =>
  Object.entries(content ?? {})
    .map(([type, { schema }]) => `<p>${escapeHtml(type)}</p>${code(schema)}`)
    .join('');

function operation(path: string, method: string, op: Operation): string {
  const parameters = op.parameters.map(
    (p) => `<li><code>${escapeHtml(p.name)}</code> in ${escapeHtml(p.in)}${p.required ? ', required' : ''}</li>`,
  );
  const responses = Object.entries(op.responses).map(
    ([status, { description, content }]) =>
      `<details><summary>${status} ${escapeHtml(description)}</summary>${schemas(content)}</details>`,
  );
  return `<details><summary><code>${method.toUpperCase()} ${escapeHtml(path)}</code> ${escapeHtml(op.summary)}</summary>
<p>${escapeHtml(op.description)}</p>
${parameters.length > 0 ? `<ul>${parameters.join('')}</ul>` : ''}
${op.requestBody ? `<h3>Body</h3>${schemas(op.requestBody.content)}` : ''}
<h3>Answers</h3>${responses.join('')}</details>`;
}

/** An HTML page of the OpenAPI description, without script or inline style, so that the CSP needs no exception for it. */
export function docsPage(description: Description): string {
  const { info, paths, components } = description;
  const types = Object.entries(components.schemas).map(
    ([name, schema]) => `<details><summary><code>${escapeHtml(name)}</code></summary>${code(schema)}</details>`,
  );
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, op]) => operation(path, method, op)),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(info.title)} API</title></head><body>
<h1>${escapeHtml(info.title)} API ${escapeHtml(info.version)}</h1><p>${escapeHtml(info.description)} <a href="/openapi.json">openapi.json</a></p>
${operations.join('\n')}
<h2>Schemas</h2>${types.join('\n')}</body></html>`;
}
