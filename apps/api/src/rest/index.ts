import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { serveOpenApi } from '../openapi/routes.ts';
import { answerRestStream } from '../trpc/stream.ts';
import { authDoors } from './auth.ts';
import { distanceDoors } from './blocks.ts';
import { bookmarkDoors } from './bookmarks.ts';
import { chatDoors } from './chats.ts';
import { closeFriendDoors } from './closeFriends.ts';
import { commentDoors } from './comments.ts';
import { openDoor } from './door.ts';
import { exportDoors, serveExport } from './exports.ts';
import { followDoors } from './follows.ts';
import { uploadDoors } from './images.ts';
import { importDoors, serveArchiveUploads } from './imports.ts';
import { invitationDoors } from './invitations.ts';
import { likeDoors } from './likes.ts';
import { messageDoors } from './messages.ts';
import { moderationDoors } from './moderation.ts';
import { notificationDoors } from './notifications.ts';
import { passkeyDoors } from './passkeys.ts';
import { postDoors } from './posts.ts';
import { searchDoors } from './search.ts';
import { secondFactorDoors } from './secondFactor.ts';
import { tokenDoors } from './tokens.ts';
import { userDoors } from './users.ts';
import { webhookDoors } from './webhooks.ts';

/** Every documented REST path that maps onto a procedure; uploads and the export's download are added below. */
export const allDoors = [
  ...userDoors,
  ...postDoors,
  ...likeDoors,
  ...commentDoors,
  ...bookmarkDoors,
  ...searchDoors,
  ...followDoors,
  ...messageDoors,
  ...chatDoors,
  ...distanceDoors,
  ...closeFriendDoors,
  ...moderationDoors,
  ...invitationDoors,
  ...notificationDoors,
  ...authDoors,
  ...secondFactorDoors,
  ...passkeyDoors,
  ...tokenDoors,
  ...webhookDoors,
  ...exportDoors,
  ...importDoors,
];

/** Accepts a JSON content type without a body, which some clients send, as no body and not as invalid JSON. */
function takeEmptyBodies(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body as string, done),
  );
}

/** Serves every documented path, and their description. */
export async function serveRest(app: FastifyInstance, deps: Deps): Promise<void> {
  // The REST paths have a Fastify scope of their own, so that their content type parsers do not apply to /trpc.
  await app.register(async (scope) => {
    takeEmptyBodies(scope);
    // The uploads are registered before the REST paths, whose GET routes would answer HEAD as well.
    await scope.register((uploads) => serveArchiveUploads(uploads, deps));
    for (const door of allDoors) openDoor(scope, deps, door);
    serveExport(scope, deps);
    scope.get('/stream', { exposeHeadRoute: false }, (request, reply) =>
      answerRestStream(deps, request, reply, 'live.stream'),
    );
    await scope.register((uploads) => uploadDoors(uploads, deps));
    serveOpenApi(scope, deps, allDoors);
  });
}
