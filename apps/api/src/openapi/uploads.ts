import { audience, maxLengths, type Scope } from '@kith/contracts';
import { chunkType } from '../rest/tus.ts';
import { fileSchema, operation, parameter, success, withBody } from './operation.ts';
import { type Schema, schemaOf } from './schema.ts';

/** A schema with further fields. */
const withFields = (schema: Schema = {}, fields: Record<string, object>): Schema => ({
  ...schema,
  properties: { ...schema.properties, ...fields },
  required: [...(schema.required ?? []), ...Object.keys(fields)],
});

const form = (fields: object = {}) => ({
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: 'uploadId' in fields ? [] : ['file'],
      properties: { file: fileSchema, ...fields },
    },
  },
});

const pictureFields = {
  alt: { type: 'string', maxLength: maxLengths.alt },
  clientId: { type: 'string', format: 'uuid' },
};

const pictures = 'JPEG, PNG, WebP, AVIF or GIF, up to 15 MiB, 50 megapixels (AVIF 16) and 30,000 pixels a side.';
const orVideo = `${pictures} Or a video: MP4 (H.264 or AV1, AAC or Opus) or WebM (VP8, VP9 or AV1, Opus or Vorbis), up to 1920 pixels a side and to the server’s \`maxVideoSeconds\` and \`maxVideoBytes\`, with a picture of the same kinds as its \`poster\`.`;
const voices = 'WebM or MP4 with Opus or AAC and no picture, up to five minutes and 10 MB.';

const uploadId = { type: 'integer', minimum: 1, description: 'A complete upload of `/uploads`, in place of `file`.' };
const videoFields = { ...pictureFields, poster: fileSchema, uploadId };
const voiceFields = {
  peaks: {
    type: 'string',
    description: 'The loudness over the length: 32 to 128 numbers from 0 to 100, separated by commas.',
  },
  clientId: pictureFields.clientId,
};

/** The uploads of pictures, videos and voice messages, which have no procedure and so no `.meta()`. */
export function uploadPaths(named: Record<string, Schema>) {
  const upload = (
    path: string,
    operationId: string,
    summary: string,
    data: Schema | undefined,
    { scope = 'write' as Scope | undefined, ready = [200], fields = {}, takes = pictures } = {},
  ) => {
    const done = (imageStatus: 'ready' | 'processing', description: string) =>
      success(description, withFields(data, { imageStatus: { const: imageStatus } }));
    const post = operation({
      method: 'post',
      operationId,
      summary: `${summary} ${takes}`,
      tag: 'uploads',
      access: scope ? { scope } : {},
      parameters: (path.match(/\w+(?=\})/g) ?? []).map((name) => parameter(name, 'path')),
      body: form(fields),
      responses: {
        ...Object.fromEntries(ready.map((status) => [status, done('ready', 'The picture is ready')])),
        202: done('processing', 'The picture is still being processed'),
      },
      fails: withBody,
    });
    return { [path]: { post } };
  };
  const one = 'Sets the first picture of the caller’s post.';
  const more =
    'Adds a picture or a video at the end of the caller’s post, which has at most ten; of an album, which has at most 200, also by who is tagged in it. A repeated `clientId` returns the first picture.';
  const spoken = 'Sends a voice message to a chat. A repeated `clientId` returns the first message with 200.';
  const sent =
    'Sends a picture or a video to a chat as a message. A repeated `clientId` returns the first message with 200.';
  const ofGroup = 'Sets the picture of a group, which every member may.';
  const ofMember = 'Sets the caller’s profile picture.';
  const ofServer = 'For hosts: sets the picture of the server.';
  const scope = 'messages';
  const withVideo = { fields: videoFields, takes: orVideo };
  const added = withFields(named.Post, { imageId: { type: 'integer', minimum: 1 } });
  return {
    ...upload('/posts/{postId}/image', 'postsUploadImage', one, named.Post),
    ...upload('/posts/{postId}/images', 'postsAddImage', more, added, { ready: [201], ...withVideo }),
    ...upload('/chats/{chatId}/images', 'chatsSendPicture', sent, named.Message, {
      scope,
      ready: [200, 201],
      ...withVideo,
    }),
    ...upload('/chats/{chatId}/voice', 'chatsSendVoice', spoken, named.Message, {
      ...{ scope, ready: [200, 201], fields: voiceFields, takes: voices },
    }),
    ...upload('/chats/{chatId}/picture', 'chatsSetPicture', ofGroup, named.Chat, { scope }),
    ...upload('/host/server/picture', 'hostUploadPicture', ofServer, named.ServerSettings, { scope: undefined }),
    ...upload('/users/{userId}/profile-picture', 'usersUploadProfilePicture', ofMember, named.OwnUser),
  };
}

const byteCount = { type: 'integer', minimum: 0 };
const offsetHeader = {
  'Upload-Offset': { description: 'The number of bytes received so far', schema: { type: 'integer' } },
};

const opened = (name: 'importId' | 'uploadId', message: string, headers: object = {}) => ({
  ...success(message, withFields({ type: 'object' }, { [name]: { type: 'integer', minimum: 1 } }), {
    success: true,
    message,
    data: { [name]: 7 },
  }),
  headers,
});

/** The headers of the response that creates an upload in chunks. */
const openedHeaders = {
  ...offsetHeader,
  Location: { description: 'The address to which the chunks are sent', schema: { type: 'string' } },
};

const chunkOffset = parameter('Upload-Offset', 'header', byteCount, {
  required: true,
  description: 'The offset of the chunk: the one that HEAD returns',
});
const nextOffset = { description: 'The offset of the next chunk', headers: offsetHeader };
const eitherScope = 'Needs a session; a token needs the scope `write` or `messages`.';

/** The operations of an upload in chunks: how much was received, and the next chunk. `access` is for each of the two. */
const chunkOperations = (
  tag: 'imports' | 'uploads',
  of: ReturnType<typeof parameter>,
  what: { received: string; sent: string },
  access: Record<'read' | 'write', Parameters<typeof operation>[0]['access']>,
) => ({
  head: operation({
    method: 'head',
    operationId: `${tag}Offset`,
    summary: `Returns how much of ${what.received} has been received, in Upload-Offset.`,
    tag,
    access: access.read,
    parameters: [of],
    responses: { 200: nextOffset },
    fails: [400, 401, 403, 404, 429, 500, 503],
  }),
  patch: operation({
    method: 'patch',
    operationId: `${tag}Send`,
    summary: `Uploads a chunk of ${what.sent}, of any length. If the connection breaks, the received part of the chunk is kept.`,
    tag,
    access: access.write,
    parameters: [of, chunkOffset],
    body: { [chunkType]: { schema: fileSchema } },
    responses: { 204: nextOffset },
    fails: withBody,
  }),
});

/** The uploads of pictures and videos in parts, by operation. */
export const partPaths = {
  '/uploads': {
    post: operation({
      method: 'post',
      operationId: 'uploadsOpen',
      summary:
        'Creates an upload of a picture or a video in chunks (tus 1.0), which a post or a chat then takes as `uploadId`. Five may be open; one ends a day after its last chunk.',
      tag: 'uploads',
      access: eitherScope,
      parameters: [
        parameter('Upload-Length', 'header', byteCount, {
          required: true,
          description: 'The size of the file in bytes, at most the server’s `maxVideoBytes`',
        }),
      ],
      responses: { 201: opened('uploadId', 'Upload opened', openedHeaders) },
      fails: withBody,
    }),
  },
  '/uploads/{uploadId}': chunkOperations(
    'uploads',
    parameter('uploadId', 'path'),
    { received: 'an upload', sent: 'a file' },
    { read: eitherScope, write: eitherScope },
  ),
};

/** The uploads of archives, by operation. */
export const importPaths = {
  '/imports': {
    post: operation({
      method: 'post',
      operationId: 'importsUpload',
      summary:
        'Uploads a whole archive as multipart. With Upload-Length and no body, creates a resumable upload in chunks (tus 1.0).',
      tag: 'imports',
      access: { scope: 'write' },
      parameters: [
        parameter('audience', 'query', schemaOf(audience, 'input'), {
          description:
            'The audience of all posts; without it, each post gets the closest audience that is not wider than its own.',
        }),
        parameter('Upload-Length', 'header', byteCount, {
          description: 'The size of the archive in bytes, at most 4 GiB',
        }),
      ],
      body: form(),
      optionalBody: true,
      responses: {
        201: opened('importId', 'Upload opened', openedHeaders),
        202: opened('importId', 'Archive received'),
      },
      fails: withBody,
    }),
  },
  '/imports/{importId}': chunkOperations(
    'imports',
    parameter('importId', 'path'),
    { received: 'an archive', sent: 'an archive' },
    { read: { scope: 'read' }, write: { scope: 'write' } },
  ),
};
