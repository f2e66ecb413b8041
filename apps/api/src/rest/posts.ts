import type { OpenDoor } from './door.ts';

/** Posts, at SPEC section 7's paths. */
export function postDoors(open: OpenDoor): void {
  open('GET', '/users/:userId/posts', async ({ caller, address }) => ({
    data: await caller.posts.byUser(address as never),
  }));
  open('GET', '/posts/user/:userId/count', async ({ caller, address }) => ({
    data: await caller.posts.countByUser(address as never),
  }));
  open('GET', '/posts', async ({ caller, address }) => ({ data: await caller.posts.list(address as never) }));
  open('GET', '/posts/popular', async ({ caller, address }) => ({
    data: await caller.posts.popular(address as never),
  }));
  open('POST', '/posts', async ({ caller, body }) => ({
    data: await caller.posts.create(body as never),
    message: 'Post created',
    status: 201,
  }));
  open('PATCH', '/posts/:postId', async ({ caller, address, body }) => ({
    data: await caller.posts.update({ ...body, ...address } as never),
    message: 'Post updated',
  }));
  open('DELETE', '/posts/:postId', async ({ caller, address }) => ({
    data: await caller.posts.delete(address as never),
    status: 204,
  }));
}
