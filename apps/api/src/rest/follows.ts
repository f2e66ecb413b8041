import type { OpenDoor } from './door.ts';

/** Follows, at SPEC section 7's paths. */
export function followDoors(open: OpenDoor): void {
  open('GET', '/:userId(^\\d+$)/followers', async ({ caller, address }) => ({
    data: await caller.follows.followers(address as never),
  }));
  open('GET', '/:userId(^\\d+$)/following', async ({ caller, address }) => ({
    data: await caller.follows.following(address as never),
  }));
  open('GET', '/:userId(^\\d+$)/followers/count', async ({ caller, address }) => ({
    data: await caller.follows.followersCount(address as never),
  }));
  open('GET', '/:userId(^\\d+$)/following/count', async ({ caller, address }) => ({
    data: await caller.follows.followingCount(address as never),
  }));
  open('POST', '/follows', async ({ caller, body }) => ({ data: await caller.follows.add(body as never) }));
  open('DELETE', '/follows', async ({ caller, body }) => ({ data: await caller.follows.remove(body as never) }));
}
