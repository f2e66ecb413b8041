import type { OpenDoor } from './door.ts';

/** Messages, at SPEC section 7's paths. */
export function messageDoors(open: OpenDoor): void {
  open('GET', '/messages/conversation/:senderId/:receiverId', async ({ caller, address }) => ({
    data: await caller.messages.sentBy(address as never),
  }));
  open('POST', '/messages', async ({ caller, body }) => ({
    data: await caller.messages.send(body as never),
    status: 201,
  }));
  open('PATCH', '/messages/:messageId/read', async ({ caller, address }) => ({
    data: await caller.messages.markRead(address as never),
  }));
}
