import multipart from '@fastify/multipart';
import { type KnownActor, maxImageBytes, Refusal, readOwnUser, readPost, requireScope, takeUpload } from '@kith/domain';
import type { RequestContext } from '@kith/trpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { receiveFile, usualPace } from '../images/receive.ts';
import { allowSlowBody } from '../plugins/bodyTime.ts';
import { requestContext } from '../request/context.ts';

/** `upload` is the name of the upload in the `reach` of tokens. */
function signedIn({ session }: RequestContext, upload: string) {
  if (!session) throw new Refusal('unauthenticated');
  requireScope(session, upload);
  return session;
}

const idOf = (text: string): number => {
  const id = /^[1-9]\d*$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id) || id < 1) throw new Refusal('not-found');
  return id;
};

/** Picture uploads. They do not go through tRPC, which enforces its body limit only after reading the whole body. */
export async function uploadDoors(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: maxImageBytes, files: 1, fields: 10, fieldSize: 1_000, parts: 11 },
  });
  // Compressed bodies are refused: pictures do not get smaller, and a decompressing stream does not notice a disconnected client.
  app.addHook('onRequest', async (request) => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      throw Object.assign(new Error('uploads are not taken packed'), { statusCode: 415 });
  });

  const take = (request: FastifyRequest, actor: KnownActor, target: { postId: number } | { userId: number }) =>
    deps.uploads.run(actor.userId, () =>
      takeUpload(deps.domain, actor, target, (draft) => {
        allowSlowBody(request);
        return receiveFile(request, draft, deps.patience?.upload ?? usualPace);
      }),
    );

  const answer = (reply: FastifyReply, imageStatus: 'ready' | 'processing', shown: object) =>
    reply
      .code(imageStatus === 'ready' ? 200 : 202)
      .send({ success: true, message: 'Picture uploaded', data: { ...shown, imageStatus } });

  app.post('/posts/:postId/image', async (request: FastifyRequest<{ Params: { postId: string } }>, reply) => {
    const context = await requestContext(deps, request, reply);
    const actor = signedIn(context, 'posts.uploadImage');
    const postId = idOf(request.params.postId);
    const imageStatus = await take(request, actor, { postId });
    return answer(reply, imageStatus, await readPost(context.domain, actor, { postId }));
  });

  app.post('/users/:userId/profile-picture', async (request: FastifyRequest<{ Params: { userId: string } }>, reply) => {
    const context = await requestContext(deps, request, reply);
    const actor = signedIn(context, 'users.uploadProfilePicture');
    const imageStatus = await take(request, actor, { userId: idOf(request.params.userId) });
    return answer(reply, imageStatus, await readOwnUser(context.domain, actor.userId));
  });
}
