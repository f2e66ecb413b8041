import multipart from '@fastify/multipart';
import * as contract from '@kith/contracts';
import { cancelImport, type KnownActor, openImport, Refusal, readArchiveUpload, receiveArchive } from '@kith/domain';
import { unknownFields } from '@kith/trpc';
import { TRPCError } from '@trpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { allowSlowBody } from '../plugins/bodyTime.ts';
import { requestContext } from '../request/context.ts';
import { idOf, requireCountedSession, requireSession } from './images.ts';
import { acceptChunks, chunkOf, declaredSize, offsetOf, tusHeaders, withMinimumSpeed } from './tus.ts';

type ImportRequest = FastifyRequest<{ Params: { importId: string } }>;

function optionsOf(query: unknown) {
  const unknown = Object.keys(query as object).filter((name) => name !== 'audience');
  if (unknown.length > 0) throw unknownFields(unknown);
  const { success, data, error } = contract.importOptions.safeParse(query);
  if (success) return data;
  throw new TRPCError({ code: 'BAD_REQUEST', cause: Object.assign(new Error('options'), { issues: error.issues }) });
}

/**
 * Serves uploads of archives. `POST /imports` accepts a whole archive as multipart; with `Upload-Length` and no body it creates
 * a resumable upload, whose chunks `PATCH` accepts, following the core of the tus protocol 1.0.
 */
export async function serveArchiveUploads(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: contract.maxArchiveBytes + 1, files: 1, fields: 1, fieldSize: 1_000, parts: 2 },
  });
  acceptChunks(app);

  const receive = (
    request: FastifyRequest,
    actor: KnownActor,
    chunk: Parameters<typeof receiveArchive>[2],
    body: AsyncIterable<Buffer>,
  ) =>
    deps.uploads.run(actor.userId, () =>
      receiveArchive(deps.domain, actor, chunk, withMinimumSpeed(deps, request, body, 'import-too-large')),
    );

  app.post('/imports', async (request, reply) => {
    const context = await requestContext(deps, request, reply);
    const actor = requireSession(context, 'write');
    const options = optionsOf(request.query);
    if (!request.isMultipart()) {
      const { importId } = await openImport(deps.domain, actor, { size: declaredSize(request), ...options });
      const data = { importId };
      return reply
        .code(201)
        .headers({ ...tusHeaders, location: `/imports/${importId}`, 'upload-offset': '0' })
        .send({ success: true, message: 'Upload opened', data });
    }
    allowSlowBody(request);
    // The declared size is an estimate, because a multipart body is slightly larger than its file.
    const size = Math.min(
      Number(request.headers['content-length'] ?? contract.maxArchiveBytes),
      contract.maxArchiveBytes,
    );
    const { importId } = await openImport(deps.domain, actor, { size, ...options });
    try {
      await receive(request, actor, { importId, from: 0, isAll: true }, singleFile(request));
    } catch (error) {
      await cancelImport(deps.domain, actor, { importId }).catch(() => {});
      // The rest of the body is read: a client that sends all of it before it reads would otherwise never receive the response.
      request.raw.unpipe();
      request.raw.resume();
      throw error;
    }
    return reply.code(202).send({ success: true, message: 'Archive received', data: { importId } });
  });

  app.head('/imports/:importId', async (request: ImportRequest, reply) => {
    const actor = await requireCountedSession(deps, request, reply, 'read');
    const { received, size } = await readArchiveUpload(deps.domain, actor, idOf(request.params.importId));
    return reply.headers({ ...tusHeaders, 'upload-offset': received, 'upload-length': size }).send();
  });

  app.patch('/imports/:importId', async (request: ImportRequest, reply) => {
    const actor = await requireCountedSession(deps, request, reply, 'write');
    const chunk = {
      importId: idOf(request.params.importId),
      from: offsetOf(request),
      isAll: false,
    };
    allowSlowBody(request);
    const received = await receive(request, actor, chunk, chunkOf(request));
    return reply
      .code(204)
      .headers({ ...tusHeaders, 'upload-offset': received })
      .send();
  });
}

/** The single file of a multipart body, in the field `file`. Throws for any other field. */
async function* singleFile(request: FastifyRequest): AsyncGenerator<Buffer> {
  let received = false;
  for await (const part of request.parts()) {
    if (part.type === 'field' || part.fieldname !== 'file') throw unknownFields([part.fieldname]);
    yield* part.file;
    if (part.file.truncated) throw new Refusal('import-too-large');
    received = true;
  }
  if (!received) throw new Refusal('upload-incomplete');
}
