import { audience } from '@kith/contracts';
import { pieceType } from '../rest/imports.ts';
import { envelope, schemaOf } from './schema.ts';

const made = (description: string, headers: object = {}) => ({
  description,
  headers,
  content: {
    'application/json': {
      schema: envelope({
        type: 'object',
        required: ['importId'],
        properties: { importId: { type: 'integer', minimum: 1 } },
      }),
      example: { success: true, message: description, data: { importId: 7 } },
    },
  },
});

const header = (name: string, description: string, required = true) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'integer', minimum: 0 },
});
const offset = { 'Upload-Offset': { description: 'How many bytes there are', schema: { type: 'integer' } } };
const byId = { name: 'importId', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };
const file = { type: 'string', format: 'binary' };
const scope = (name: string) => `Needs a session; a token needs the scope \`${name}\`.`;

/** The responses without their bodies, for HEAD. */
const withoutBody = (responses: object) =>
  Object.fromEntries(Object.entries(responses).map(([status, { description }]) => [status, { description }]));

/** The uploads of archives, described by hand because they have no procedure and so no contract. */
export const importPaths = (
  failureResponses: (codes: readonly string[]) => object,
): Record<string, Record<string, object>> => ({
  '/imports': {
    post: {
      operationId: 'importsUpload',
      summary:
        'Uploads an archive whole as multipart; with Upload-Length and no body it opens an upload that goes on in pieces (tus 1.0).',
      description: scope('write'),
      tags: ['imports'],
      parameters: [
        {
          name: 'audience',
          in: 'query',
          required: false,
          description: 'For all posts; without it each keeps its own, as narrow as Kith has it.',
          schema: schemaOf(audience, 'input'),
        },
        header('Upload-Length', 'The size of the archive in bytes, at most 4 GiB', false),
      ],
      requestBody: {
        required: false,
        content: { 'multipart/form-data': { schema: { type: 'object', required: ['file'], properties: { file } } } },
      },
      responses: {
        201: made('Upload opened', {
          ...offset,
          Location: { description: 'Where the pieces go', schema: { type: 'string' } },
        }),
        202: made('Archive received'),
        ...failureResponses(['400', '401', '403', '404', '408', '409', '413', '415', '429', '500', '503']),
      },
    },
  },
  '/imports/{importId}': {
    head: {
      operationId: 'importsOffset',
      summary: 'How much of an archive has arrived, in Upload-Offset.',
      description: scope('read'),
      tags: ['imports'],
      parameters: [byId],
      responses: {
        200: { description: 'Where the next piece begins', headers: offset },
        ...withoutBody(failureResponses(['400', '401', '403', '404', '429', '500', '503'])),
      },
    },
    patch: {
      operationId: 'importsSend',
      summary: 'Sends a piece of an archive, of any length; what has arrived of one that breaks off stays.',
      description: scope('write'),
      tags: ['imports'],
      parameters: [byId, header('Upload-Offset', 'Where the piece begins: what HEAD answers')],
      requestBody: { required: true, content: { [pieceType]: { schema: file } } },
      responses: {
        204: { description: 'Where the next piece begins', headers: offset },
        ...failureResponses(['400', '401', '403', '404', '408', '409', '413', '415', '429', '500', '503']),
      },
    },
  },
});
