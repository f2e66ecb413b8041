import type { OpenDoor } from './door.ts';

/** Comments, at SPEC section 7's paths. */
export function commentDoors(open: OpenDoor): void {
  open('GET', '/comments/count/:postId', async ({ caller, address }) => ({
    data: await caller.comments.count(address as never),
  }));
  open('GET', '/comments/post/:postId', async ({ caller, address }) => ({
    data: await caller.comments.list(address as never),
  }));
  open('POST', '/comments', async ({ caller, body }) => ({
    data: await caller.comments.create(body as never),
    status: 201,
  }));
}
