import { openUpload, readUpload, receiveChunk } from '@kith/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { allowSlowBody } from '../plugins/bodyTime.ts';
import { idOf, requireCountedSession } from './images.ts';
import { acceptChunks, chunkOf, declaredSize, offsetOf, tusHeaders, withMinimumSpeed } from './tus.ts';

type UploadRequest = FastifyRequest<{ Params: { uploadId: string } }>;

/** An upload is for a post or for a chat, which the next request names. */
const scopes = ['write', 'messages'] as const;

/** Serves uploads of pictures and videos in parts, following the core of the tus protocol 1.0. */
export async function serveUploads(app: FastifyInstance, deps: Deps): Promise<void> {
  acceptChunks(app);

  app.post('/uploads', async (request, reply) => {
    const actor = await requireCountedSession(deps, request, reply, ...scopes);
    const uploadId = await openUpload(deps.domain, actor, { size: declaredSize(request) });
    return reply
      .code(201)
      .headers({ ...tusHeaders, location: `/uploads/${uploadId}`, 'upload-offset': '0' })
      .send({ success: true, message: 'Upload opened', data: { uploadId } });
  });

  app.head('/uploads/:uploadId', async (request: UploadRequest, reply) => {
    const actor = await requireCountedSession(deps, request, reply, ...scopes);
    const { received, size } = await readUpload(deps.domain, actor, idOf(request.params.uploadId));
    return reply.headers({ ...tusHeaders, 'upload-offset': received, 'upload-length': size }).send();
  });

  app.patch('/uploads/:uploadId', async (request: UploadRequest, reply) => {
    const actor = await requireCountedSession(deps, request, reply, ...scopes);
    const chunk = { uploadId: idOf(request.params.uploadId), from: offsetOf(request) };
    allowSlowBody(request);
    const received = await deps.uploads.run(actor.userId, () =>
      receiveChunk(deps.domain, actor, chunk, withMinimumSpeed(deps, request, chunkOf(request), 'video-too-large')),
    );
    return reply
      .code(204)
      .headers({ ...tusHeaders, 'upload-offset': received })
      .send();
  });
}
