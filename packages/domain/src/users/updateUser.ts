import type { OwnUser } from '@kith/contracts';
import { User } from '@kith/db';
import { handOverJobs, recordJob } from '../afterCommit.ts';
import { announce } from '../announce.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal, refuseConflict } from '../errors.ts';
import { actAs } from '../permissions.ts';
import { readOwnUser } from './readUser.ts';

/** Changes the caller's own name, bio or who sees what they post; a name given up is free at once. Throws `forbidden`, `unauthenticated`, `username-taken`. */
export async function updateUser(
  ctx: Context,
  actor: Actor,
  input: { userId: number; userName?: string | undefined; bio?: string | undefined; private?: boolean | undefined },
): Promise<OwnUser> {
  actAs(actor, input.userId);
  const changes = {
    ...(input.userName === undefined ? {} : { userName: input.userName }),
    ...(input.bio === undefined ? {} : { bio: input.bio }),
    ...(input.private === undefined ? {} : { private: input.private }),
  };
  if (Object.keys(changes).length > 0) {
    const changed = await ctx.db
      .transaction(async (em) => {
        // Who waits to be let in has nothing to wait for any more.
        if (input.private === false)
          recordJob(em, { name: 'follows.acceptWaiting', payload: { userId: actor.userId } });
        return em.nativeUpdate(User, { id: actor.userId, deletedAt: null, disabledAt: null }, changes);
      })
      .catch((error: unknown) => refuseConflict(error, { users_user_name_key: 'username-taken' }));
    if (changed === 0) throw new Refusal('unauthenticated');
    if (input.private === false) await handOverJobs(ctx);
    announce(ctx, { name: 'user.changed', to: null, payload: { userId: actor.userId } });
  }
  return readOwnUser(ctx, actor.userId);
}
