import {
  attachPostImage,
  attachProfilePicture,
  awaitImage,
  limit,
  memberLimits,
  Refusal,
  requireOwnPost,
} from '@kith/domain';
import { createCaller, type RequestContext } from '@kith/trpc';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { requestContext } from '../plugins/requestContext.ts';
import { Gate } from '../uploads/gate.ts';
import { readUpload } from '../uploads/readUpload.ts';

const answerWithinMs = 5_000;

/** An upload is held whole, up to 15 MiB, until it is stored: this many at once. The bodies of the others wait unread. */
const uploads = new Gate(16);

type Uploaded = { status: 200 | 202; imageStatus: 'ready' | 'processing' };

async function waitFor(deps: Deps, imageId: number): Promise<Uploaded> {
  const imageStatus = await awaitImage(deps.domain, imageId, answerWithinMs);
  if (imageStatus === 'failed') throw new Refusal('image-unreadable');
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

/** Picture uploads; they go past tRPC because it would hold the body to its limit only after reading it. */
export function uploadDoors(app: FastifyInstance, deps: Deps): void {
  app.post('/posts/:postId/image', async (request: FastifyRequest<{ Params: { postId: string } }>, reply) => {
    const context = await requestContext(deps, request, reply);
    const postId = idOf(request.params.postId);
    const caller = createCaller(context);
    const actor = signedIn(context);
    await requireOwnPost(deps.domain, actor, postId);
    await limit(deps.domain, memberLimits.uploads, `member:${actor.userId}`);
    const imageId = await uploads.run(async () =>
      attachPostImage(deps.domain, actor, postId, await readUpload(request)),
    );
    const { status, imageStatus } = await waitFor(deps, imageId);
    const data = { ...(await caller.posts.byId({ postId })), imageStatus };
    return reply.code(status).send({ success: true, message: 'Picture uploaded', data });
  });

  app.post('/users/:userId/profile-picture', async (request: FastifyRequest<{ Params: { userId: string } }>, reply) => {
    const context = await requestContext(deps, request, reply);
    const actor = signedIn(context);
    const userId = idOf(request.params.userId);
    if (userId !== actor.userId) throw new Refusal('forbidden');
    await limit(deps.domain, memberLimits.uploads, `member:${actor.userId}`);
    const imageId = await uploads.run(async () =>
      attachProfilePicture(deps.domain, actor, userId, await readUpload(request)),
    );
    const { status, imageStatus } = await waitFor(deps, imageId);
    const { user } = await createCaller(context).auth.session();
    return reply.code(status).send({ success: true, message: 'Picture uploaded', data: { ...user, imageStatus } });
  });
}
