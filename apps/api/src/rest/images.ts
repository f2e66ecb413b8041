import multipart from '@fastify/multipart';
import { maxVoiceBytes, pictureFields, type Scope, voiceFields } from '@kith/contracts';
import {
  allCalls,
  containerOf,
  forgetServerSettings,
  getChat,
  groupPicture,
  type KnownActor,
  limitMember,
  messagePicture,
  type PictureFields,
  type PictureHandler,
  postPicture,
  profilePicture,
  Refusal,
  readHostSettings,
  readMessage,
  readOwnUser,
  readPost,
  readServerSettings,
  receiveUpload,
  requireScope,
  serverPicture,
  voiceMessage,
} from '@kith/domain';
import type { RequestContext } from '@kith/trpc';
import { TRPCError } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { type AcceptedUpload, defaultMinimumSpeed, pictureLimit, receiveFile } from '../images/receive.ts';
import { allowSlowBody } from '../plugins/bodyTime.ts';
import { requestContext } from '../request/context.ts';

/** Returns the caller's session; of a token one of the scopes is enough. Throws `unauthenticated`, `missing-scope`. */
export function requireSession({ session }: RequestContext, ...scopes: (Scope | undefined)[]) {
  if (!session) throw new Refusal('unauthenticated');
  requireScope(session, ...scopes);
  return session;
}

/** Returns the caller's session, and counts the call like those of procedures. Throws `unauthenticated`, `missing-scope`, `rate-limited`. */
export async function requireCountedSession(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  ...scopes: Scope[]
): Promise<KnownActor> {
  const actor = requireSession(await requestContext(deps, request, reply), ...scopes);
  await limitMember(deps.domain, allCalls, actor);
  return actor;
}

export const idOf = (text: string): number => {
  const id = /^[1-9]\d*$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id) || id < 1) throw new Refusal('not-found');
  return id;
};

function readFields(given: Record<string, string>, schema: typeof pictureFields | typeof voiceFields): PictureFields {
  const { success, data, error } = schema.safeParse(given);
  if (success) return data;
  throw new TRPCError({ code: 'BAD_REQUEST', cause: Object.assign(new Error('fields'), { issues: error.issues }) });
}

/** What an upload may contain. Only the beginning of a file tells a video from a picture. */
async function acceptedUpload(
  deps: Deps,
  accepts: 'picture' | 'video' | 'voice',
  poster: string,
): Promise<AcceptedUpload> {
  if (accepts === 'picture') return { limitOf: () => pictureLimit };
  if (accepts === 'voice') return { limitOf: () => ({ bytes: maxVoiceBytes, code: 'voice-too-large' }) };
  const { maxVideoBytes } = await readServerSettings(deps.domain);
  const videoLimit = { bytes: maxVideoBytes, code: 'video-too-large' } as const;
  return { limitOf: (head) => (containerOf(head) === null ? pictureLimit : videoLimit), poster, inParts: true };
}

/** Refuses compressed bodies: pictures do not get smaller, and a decompressing stream does not notice a disconnected client. */
export const refuseCompressed = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ headers }) => {
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      throw Object.assign(new Error('uploads must not be compressed'), { statusCode: 415 });
  });
};

/** No file is larger: the highest limit that hosts can set for videos. */
const maxFileBytes = 500_000_000;

/**
 * Serves the uploads of pictures, videos and voice messages. They do not go through tRPC, which enforces its body limit only
 * after reading the whole body.
 */
export async function servePictureUploads(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: maxFileBytes, files: 2, fields: 10, fieldSize: 10_000, parts: 12 },
  });
  refuseCompressed(app);

  const receive = <Target, Attached extends { imageId: number }>(
    request: FastifyRequest,
    actor: KnownActor,
    handler: PictureHandler<Target, Attached>,
    target: Target,
    accepts: 'picture' | 'video' | 'voice' = 'picture',
  ) =>
    deps.uploads.run(actor.userId, () =>
      receiveUpload(deps.domain, actor, handler, target, async (path, posterPath) => {
        allowSlowBody(request);
        const accepted = await acceptedUpload(deps, accepts, posterPath);
        const speed = deps.bodyLimits?.upload ?? defaultMinimumSpeed;
        const { texts, type, hasPoster } = await receiveFile(request, path, speed, accepted);
        const { uploadId, ...fields } = readFields(texts, accepts === 'voice' ? voiceFields : pictureFields);
        return {
          ...fields,
          type,
          ...(accepted.inParts && { uploadId }),
          ...(hasPoster && { poster: { file: posterPath } }),
        };
      }),
    );

  const answer = (reply: FastifyReply, imageStatus: 'ready' | 'processing', body: object, ready = 200) =>
    reply
      .code(imageStatus === 'ready' ? ready : 202)
      .send({ success: true, message: 'File uploaded', data: { ...body, imageStatus } });

  app.post('/posts/:postId/image', async (request: FastifyRequest<{ Params: { postId: string } }>, reply) => {
    const context = await requestContext(deps, request, reply);
    const actor = requireSession(context, 'write');
    const postId = idOf(request.params.postId);
    const { imageStatus } = await receive(request, actor, postPicture, { postId, place: 'first' });
    return answer(reply, imageStatus, await readPost(context.domain, actor, { postId }));
  });

  app.post('/posts/:postId/images', async (request: FastifyRequest<{ Params: { postId: string } }>, reply) => {
    const context = await requestContext(deps, request, reply);
    const actor = requireSession(context, 'write');
    const postId = idOf(request.params.postId);
    const { imageId, imageStatus } = await receive(request, actor, postPicture, { postId, place: 'last' }, 'video');
    const post = await readPost(context.domain, actor, { postId });
    return answer(reply, imageStatus, { ...post, imageId }, 201);
  });

  app.post('/chats/:chatId/images', async (request: FastifyRequest<{ Params: { chatId: string } }>, reply) => {
    const context = await requestContext(deps, request, reply);
    const actor = requireSession(context, 'messages');
    const chatId = idOf(request.params.chatId);
    const { messageId, imageStatus, isNew } = await receive(request, actor, messagePicture, { chatId }, 'video');
    const message = await readMessage(context.domain, actor, { messageId });
    return answer(reply, imageStatus, message, isNew ? 201 : 200);
  });

  app.post('/chats/:chatId/voice', async (request: FastifyRequest<{ Params: { chatId: string } }>, reply) => {
    const context = await requestContext(deps, request, reply);
    const actor = requireSession(context, 'messages');
    const chatId = idOf(request.params.chatId);
    const { messageId, imageStatus, isNew } = await receive(request, actor, voiceMessage, { chatId }, 'voice');
    const message = await readMessage(context.domain, actor, { messageId });
    return answer(reply, imageStatus, message, isNew ? 201 : 200);
  });

  app.post('/chats/:chatId/picture', async (request: FastifyRequest<{ Params: { chatId: string } }>, reply) => {
    const context = await requestContext(deps, request, reply);
    const actor = requireSession(context, 'messages');
    const chatId = idOf(request.params.chatId);
    const { imageStatus } = await receive(request, actor, groupPicture, { chatId });
    return answer(reply, imageStatus, await getChat(context.domain, actor, { chatId }));
  });

  app.post('/host/server/picture', async (request, reply) => {
    const context = await requestContext(deps, request, reply);
    // No scope is enough: access tokens do not reach what belongs to hosts.
    const actor = requireSession(context, undefined);
    const { imageStatus } = await receive(request, actor, serverPicture, null);
    // The event that the picture is ready may come before the one that the server has changed.
    forgetServerSettings(context.domain);
    return answer(reply, imageStatus, await readHostSettings(context.domain, actor));
  });

  app.post('/users/:userId/profile-picture', async (request: FastifyRequest<{ Params: { userId: string } }>, reply) => {
    const context = await requestContext(deps, request, reply);
    const actor = requireSession(context, 'write');
    const { imageStatus } = await receive(request, actor, profilePicture, { userId: idOf(request.params.userId) });
    return answer(reply, imageStatus, await readOwnUser(context.domain, actor.userId, actor.token));
  });
}
