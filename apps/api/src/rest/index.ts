import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { authDoors } from './auth.ts';
import { commentDoors } from './comments.ts';
import { doors } from './door.ts';
import { followDoors } from './follows.ts';
import { likeDoors } from './likes.ts';
import { messageDoors } from './messages.ts';
import { postDoors } from './posts.ts';
import { uploadDoors } from './uploads.ts';
import { userDoors } from './users.ts';

/** Every documented path. */
export async function serveRest(app: FastifyInstance, deps: Deps): Promise<void> {
  // In a scope of its own: the procedures' plugin reads bodies its own way.
  await app.register(async (scope) => {
    const open = doors(scope, deps);
    for (const openDoors of [userDoors, postDoors, likeDoors, commentDoors, followDoors, messageDoors, authDoors]) {
      openDoors(open);
    }
    uploadDoors(scope, deps);
  });
}
