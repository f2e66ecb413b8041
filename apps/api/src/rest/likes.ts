import type { OpenDoor } from './door.ts';

/** Likes, at SPEC section 7's paths. */
export function likeDoors(open: OpenDoor): void {
  open('GET', '/likes/count/:postId', async ({ caller, address }) => ({
    data: await caller.likes.count(address as never),
  }));
  open('GET', '/likes', async ({ caller, address }) => ({ data: await caller.likes.list(address as never) }));
  open('POST', '/likes', async ({ caller, body }) => ({ data: await caller.likes.add(body as never) }));
  open('DELETE', '/likes', async ({ caller, body }) => ({ data: await caller.likes.remove(body as never) }));
}
