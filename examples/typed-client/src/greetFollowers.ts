import { createKithClient } from '@kith/client';

/** Logs in, sends every follower a message, and returns how many there are. A second call with the same ids sends nothing. */
export async function greetFollowers(
  origin: string,
  identifier: string,
  password: string,
  greeting: string,
  idOf: (userId: number) => string,
): Promise<number> {
  const { token, user } = await createKithClient(origin).auth.login.mutate({ identifier, password });
  const kith = createKithClient(origin, token);
  let greeted = 0;
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof kith.follows.followers.query>> = await kith.follows.followers.query({
      userId: user.userId,
      limit: 50,
      cursor,
    });
    for (const { userId } of page.items) {
      await kith.messages.send.mutate({
        senderId: user.userId,
        receiverId: userId,
        content: greeting,
        clientId: idOf(userId),
      });
      greeted += 1;
    }
    cursor = page.nextCursor;
  } while (cursor);
  await kith.auth.logout.mutate();
  return greeted;
}
