import { maxLengths } from '@kith/contracts';
import { envelope, type Schema } from './schema.ts';

const failure = { $ref: '#/components/schemas/Failure' };

const says = (description: string) => ({ description, content: { 'application/json': { schema: failure } } });

const answer = (description: string, imageStatus: 'ready' | 'processing', shown: Schema = {}) => ({
  description,
  content: {
    'application/json': {
      schema: envelope({
        ...shown,
        properties: { ...shown.properties, imageStatus: { const: imageStatus } },
        required: [...(shown.required ?? []), 'imageStatus'],
      }),
    },
  },
});

const file = { type: 'string', format: 'binary' };

const withImageId = (shown: Schema = {}): Schema => ({
  ...shown,
  properties: { ...shown.properties, imageId: { type: 'integer', minimum: 1 } },
  required: [...(shown.required ?? []), 'imageId'],
});

const upload = (
  operationId: string,
  id: string,
  summary: string,
  shown: Schema = {},
  fields: object = {},
  ready = 200,
  scope = 'write',
) => ({
  post: {
    operationId,
    summary,
    description: `Needs a session; a token needs the scope \`${scope}\`.`,
    tags: ['uploads'],
    parameters: [{ name: id, in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: { type: 'object', required: ['file'], properties: { file, ...fields } },
        },
      },
    },
    responses: {
      ...(ready !== 200 && scope === 'messages' && { 200: answer('It was sent before', 'ready', shown) }),
      [ready]: answer('The picture is ready', 'ready', shown),
      202: answer('The picture is being made', 'processing', shown),
      400: says('The upload did not arrive whole'),
      401: says('No session'),
      403: says('Not the caller’s'),
      404: says('No such thing'),
      408: says('The body took too long'),
      409: says('Over the storage that a member has, or an eleventh picture'),
      413: says('Over 15 MiB, over 50 megapixels, an AVIF over 16, or a side over 30,000 pixels'),
      415: says('Not a JPEG, PNG, WebP, AVIF or GIF, by content, or a body with a Content-Encoding'),
      429: says('Too often, or a third at once; see Retry-After'),
      500: says('A fault of the server; `requestId` is what its log calls the request'),
      503: says('Busy, or a dependency is unavailable; see Retry-After'),
    },
  },
});

/** The uploads, described by hand because they have no procedure and so no contract. */
export const uploadPaths = (named: Record<string, Schema>) => ({
  '/posts/{postId}/image': upload(
    'postsUploadImage',
    'postId',
    'Sets the first picture of the caller’s own post.',
    named.Post,
  ),
  '/posts/{postId}/images': upload(
    'postsAddImage',
    'postId',
    'Adds a picture at the end of the caller’s own post, up to ten; a repeated clientId answers with the first.',
    withImageId(named.Post),
    { alt: { type: 'string', maxLength: maxLengths.alt }, clientId: { type: 'string', format: 'uuid' } },
    201,
  ),
  '/chats/{chatId}/images': upload(
    'chatsSendPicture',
    'chatId',
    'Sends a picture to a chat as a message; a repeated clientId answers with the first and 200.',
    named.Message,
    { alt: { type: 'string', maxLength: maxLengths.alt }, clientId: { type: 'string', format: 'uuid' } },
    201,
    'messages',
  ),
  '/chats/{chatId}/picture': upload(
    'chatsSetPicture',
    'chatId',
    'Changes the picture of a group, as any of its members.',
    named.Chat,
    {},
    200,
    'messages',
  ),
  '/users/{userId}/profile-picture': upload(
    'usersUploadProfilePicture',
    'userId',
    'Changes the caller’s own profile picture.',
    named.OwnUser,
  ),
});

/** The live stream, as plain server-sent events. */
export const streamPaths = {
  '/stream': {
    get: {
      operationId: 'liveStream',
      summary:
        'What happens, as server-sent events: first the messages missed since Last-Event-ID, then `ready`, then everything new.',
      description: 'Needs a session, or a token: `messages` brings messages, `read` everything else.',
      tags: ['stream'],
      parameters: [
        {
          name: 'Last-Event-ID',
          in: 'header',
          required: false,
          schema: { type: 'string', maxLength: 40 },
          description: 'The id of the last event that was received.',
        },
      ],
      responses: {
        200: {
          description: 'A stream that ends with its session or token. The data of each event is one of these, as JSON',
          content: { 'text/event-stream': { schema: { $ref: '#/components/schemas/LiveEvent' } } },
        },
        400: says('Malformed'),
        401: says('No session'),
        403: says('The token has neither the scope read nor messages'),
        429: says('Too many streams, or too often; see Retry-After'),
        500: says('A fault of the server; `requestId` is what its log calls the request'),
        503: says('Busy, or a dependency is unavailable; see Retry-After'),
      },
    },
  },
};

/** The download of an export, described by hand because it has no procedure. */
export const exportPaths = {
  '/exports/{key}': {
    get: {
      operationId: 'exportsFetch',
      summary: 'Fetches the caller’s own export as a ZIP, once.',
      description: 'Needs a session; no token is accepted.',
      tags: ['exports'],
      parameters: [{ name: 'key', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {
        200: {
          description: 'The archive',
          content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
        },
        400: says('An address that is malformed or too long'),
        401: says('No session'),
        404: says('Not the caller’s, fetched already, or past its time'),
        429: says('Too often; see Retry-After'),
        500: says('A fault of the server; `requestId` is what its log calls the request'),
        503: says('Busy, or a dependency is unavailable; see Retry-After'),
      },
    },
  },
};
