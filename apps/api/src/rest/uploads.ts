import multipart from '@fastify/multipart';
import {
  type Actor,
  attachPostImage,
  attachProfilePicture,
  awaitImage,
  discardImage,
  limit,
  maxImageBytes,
  memberLimits,
  Refusal,
  requireOwnPost,
  type Upload,
} from '@kith/domain';
import { createCaller, type RequestContext } from '@kith/trpc';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { allowSlowBody } from '../plugins/bodyTime.ts';
import { requestContext } from '../request/context.ts';
import { receiveUpload, usualPace } from '../uploads/receive.ts';

const answerWithinMs = 5_000;

type Uploaded = { status: 200 | 202; imageStatus: 'ready' | 'processing' };

async function waitFor(deps: Deps, imageId: number): Promise<Uploaded> {
  const imageStatus = await awaitImage(deps.domain, imageId, answerWithinMs);
  if (imageStatus === 'failed') {
    await discardImage(deps.domain, imageId);
    throw new Refusal('image-unreadable');
  }
  return { status: imageStatus === 'ready' ? 200 : 202, imageStatus };
}

function signedIn(context: RequestContext) {
  if (!context.session) throw new Refusal('unauthenticated');
  return context.session;
}

const idOf = (text: string): number => {
  const id = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id) || id < 1) throw new Refusal('not-found');
  return id;
};

/** Picture uploads. They do not go through tRPC, which applies its body limit only after it has read the whole body. */
export async function uploadDoors(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: maxImageBytes, files: 1, fields: 10, fieldSize: 1_000, parts: 11 },
  });
  // Compressed bodies are refused: pictures gain nothing by it, and a decompressing stream does not notice a client
  // that disconnects.
  app.addHook('onRequest', async (request) => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      throw Object.assign(new Error('uploads are not taken packed'), { statusCode: 415 });
  });

  function receive(request: FastifyRequest, actor: Actor, attach: (upload: Upload) => Promise<number>) {
    return deps.uploads.run(actor.userId, async () => {
      await limit(deps.domain, memberLimits.uploads, `member:${actor.userId}`);
      allowSlowBody(request);
      return receiveUpload(request, deps.domain.storage, deps.patience?.upload ?? usualPace, attach);
    });
  }

  app.post('/posts/:postId/image', async (request: FastifyRequest<{ Params: { postId: string } }>, reply) => {
    const context = await requestContext(deps, request, reply);
    const postId = idOf(request.params.postId);
    const caller = createCaller(context);
    const actor = signedIn(context);
    await requireOwnPost(deps.domain, actor, postId);
    const imageId = await receive(request, actor, (upload) => attachPostImage(deps.domain, actor, postId, upload));
    const { status, imageStatus } = await waitFor(deps, imageId);
    const data = { ...(await caller.posts.byId({ postId })), imageStatus };
    return reply.code(status).send({ success: true, message: 'Picture uploaded', data });
  });

  app.post('/users/:userId/profile-picture', async (request: FastifyRequest<{ Params: { userId: string } }>, reply) => {
    const context = await requestContext(deps, request, reply);
    const actor = signedIn(context);
    const userId = idOf(request.params.userId);
    if (userId !== actor.userId) throw new Refusal('forbidden');
    const imageId = await receive(request, actor, (upload) => attachProfilePicture(deps.domain, actor, userId, upload));
    const { status, imageStatus } = await waitFor(deps, imageId);
    const { user } = await createCaller(context).auth.session();
    return reply.code(status).send({ success: true, message: 'Picture uploaded', data: { ...user, imageStatus } });
  });
}
