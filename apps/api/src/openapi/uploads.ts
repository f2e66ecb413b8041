import { audience, maxLengths, type Scope } from '@kith/contracts';
import { pieceType } from '../rest/imports.ts';
import { fileSchema, operation, parameter, success, withBody } from './operation.ts';
import { type Schema, schemaOf } from './schema.ts';

/** A schema with further fields. */
const extended = (schema: Schema = {}, fields: Record<string, object>): Schema => ({
  ...schema,
  properties: { ...schema.properties, ...fields },
  required: [...(schema.required ?? []), ...Object.keys(fields)],
});

const form = (fields: object = {}) => ({
  'multipart/form-data': {
    schema: { type: 'object', required: ['file'], properties: { file: fileSchema, ...fields } },
  },
});

const pictureFields = {
  alt: { type: 'string', maxLength: maxLengths.alt },
  clientId: { type: 'string', format: 'uuid' },
};

/** The uploads of pictures, which have no procedure and so no `.meta()`. */
export function uploadPaths(named: Record<string, Schema>) {
  const upload = (
    path: string,
    operationId: string,
    summary: string,
    data: Schema | undefined,
    { scope = 'write' as Scope, ready = [200], fields = {} } = {},
  ) => {
    const done = (imageStatus: 'ready' | 'processing', description: string) =>
      success(description, extended(data, { imageStatus: { const: imageStatus } }));
    const post = operation({
      method: 'post',
      operationId,
      summary: `${summary} JPEG, PNG, WebP, AVIF or GIF, up to 15 MiB, 50 megapixels (AVIF 16) and 30,000 pixels a side.`,
      tag: 'uploads',
      access: { scope },
      parameters: [parameter(path.match(/\w+(?=\})/)?.[0] ?? '', 'path')],
      body: form(fields),
      responses: {
        ...Object.fromEntries(ready.map((status) => [status, done('ready', 'The picture is ready')])),
        202: done('processing', 'The picture is being made'),
      },
      fails: withBody,
    });
    return { [path]: { post } };
  };
  const one = 'Sets the first picture of the caller’s own post.';
  const more =
    'Adds a picture at the end of the caller’s own post, up to ten; a repeated clientId answers with the first.';
  const sent = 'Sends a picture to a chat as a message; a repeated clientId answers with the first and 200.';
  const ofGroup = 'Changes the picture of a group, as any of its members.';
  const ofMember = 'Changes the caller’s own profile picture.';
  const scope = 'messages';
  const fields = pictureFields;
  const added = extended(named.Post, { imageId: { type: 'integer', minimum: 1 } });
  return {
    ...upload('/posts/{postId}/image', 'postsUploadImage', one, named.Post),
    ...upload('/posts/{postId}/images', 'postsAddImage', more, added, { ready: [201], fields }),
    ...upload('/chats/{chatId}/images', 'chatsSendPicture', sent, named.Message, { scope, ready: [200, 201], fields }),
    ...upload('/chats/{chatId}/picture', 'chatsSetPicture', ofGroup, named.Chat, { scope }),
    ...upload('/users/{userId}/profile-picture', 'usersUploadProfilePicture', ofMember, named.OwnUser),
  };
}

const bytes = { type: 'integer', minimum: 0 };
const offset = { 'Upload-Offset': { description: 'How many bytes there are', schema: { type: 'integer' } } };
const importId = parameter('importId', 'path');

const received = (message: string, headers: object = {}) => ({
  ...success(message, extended({ type: 'object' }, { importId: { type: 'integer', minimum: 1 } }), {
    success: true,
    message,
    data: { importId: 7 },
  }),
  headers,
});

/** The uploads of archives, by operation. */
export const importPaths = {
  '/imports': {
    post: operation({
      method: 'post',
      operationId: 'importsUpload',
      summary:
        'Uploads an archive whole as multipart; with Upload-Length and no body it opens an upload that goes on in pieces (tus 1.0).',
      tag: 'imports',
      access: { scope: 'write' },
      parameters: [
        parameter('audience', 'query', schemaOf(audience, 'input'), {
          description: 'For all posts; without it each keeps its own, as narrow as Kith has it.',
        }),
        parameter('Upload-Length', 'header', bytes, { description: 'The size of the archive in bytes, at most 4 GiB' }),
      ],
      body: form(),
      optionalBody: true,
      responses: {
        201: received('Upload opened', {
          ...offset,
          Location: { description: 'Where the pieces go', schema: { type: 'string' } },
        }),
        202: received('Archive received'),
      },
      fails: withBody,
    }),
  },
  '/imports/{importId}': {
    head: operation({
      method: 'head',
      operationId: 'importsOffset',
      summary: 'How much of an archive has arrived, in Upload-Offset.',
      tag: 'imports',
      access: { scope: 'read' },
      parameters: [importId],
      responses: { 200: { description: 'Where the next piece begins', headers: offset } },
      fails: [400, 401, 403, 404, 429, 500, 503],
    }),
    patch: operation({
      method: 'patch',
      operationId: 'importsSend',
      summary: 'Sends a piece of an archive, of any length; what has arrived of one that breaks off stays.',
      tag: 'imports',
      access: { scope: 'write' },
      parameters: [
        importId,
        parameter('Upload-Offset', 'header', bytes, {
          required: true,
          description: 'Where the piece begins: what HEAD answers',
        }),
      ],
      body: { [pieceType]: { schema: fileSchema } },
      responses: { 204: { description: 'Where the next piece begins', headers: offset } },
      fails: withBody,
    }),
  },
};

/** The live stream, and the download of an export. */
export const streamPaths = {
  '/stream': {
    get: operation({
      method: 'get',
      operationId: 'liveStream',
      summary:
        'What happens, as server-sent events: first the messages missed since Last-Event-ID, then `ready`, then everything new.',
      tag: 'stream',
      access: 'Needs a session, or a token: `messages` brings messages, `read` everything else.',
      parameters: [
        parameter(
          'Last-Event-ID',
          'header',
          { type: 'string', maxLength: 40 },
          {
            description: 'The id of the last event that was received.',
          },
        ),
      ],
      responses: {
        200: {
          description: 'A stream that ends with its session or token. The data of each event is one of these, as JSON',
          content: { 'text/event-stream': { schema: { $ref: '#/components/schemas/LiveEvent' } } },
        },
      },
      fails: [400, 401, 403, 429, 500, 503],
    }),
  },
  '/exports/{key}': {
    get: operation({
      method: 'get',
      operationId: 'exportsFetch',
      summary: 'Fetches the caller’s own export as a ZIP, once.',
      tag: 'exports',
      access: {},
      parameters: [parameter('key', 'path', { type: 'string' })],
      responses: { 200: { description: 'The archive', content: { 'application/zip': { schema: fileSchema } } } },
      fails: [400, 401, 404, 429, 500, 503],
    }),
  },
};
