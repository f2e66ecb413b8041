import type { OpenDoor } from './door.ts';

/** Members, at SPEC section 7's paths. */
export function userDoors(open: OpenDoor): void {
  open('POST', '/users', async ({ caller, body }) => ({
    data: await caller.users.create(body as never),
    message: 'Account created successfully!',
    status: 201,
  }));
  open('GET', '/users/firebase/:firebaseUid', async ({ caller, address }) => ({
    data: await caller.users.byFirebaseUid(address as never),
  }));
  open('GET', '/users/name/:userName', async ({ caller, address }) => ({
    data: await caller.users.byName(address as never),
  }));
  open('GET', '/users/search', async ({ caller, address }) => ({ data: await caller.users.search(address as never) }));
  open('DELETE', '/users/:userId', async ({ caller, address }) => ({
    data: await caller.users.delete(address as never),
    message: 'Account deleted!',
  }));
  open('PATCH', '/users/:userId', async ({ caller, address, body }) => ({
    data: await caller.users.update({ ...body, ...address } as never),
    message: 'Profile updated',
  }));
}
