export interface Times {
  p50: number;
  p99: number;
  lost: number;
}

/** The session of a member of the streams' part. */
export const tokenOf = (userId: number) => `bench-stream-${userId}-`.padEnd(43, 'x');

/** Sends one message as a member of the streams' part. */
export const send = (origin: string, sender: number, receiver: number, content: string, clientId: string) =>
  fetch(`${origin}/trpc/messages.send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf(sender)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ senderId: sender, receiverId: receiver, content, clientId }),
  });

/** What was taken, in ms, and how many never came. */
export function times(took: number[], lost: number): Times {
  took.sort((a, b) => a - b);
  const at = (share: number) => Number((took[Math.floor(took.length * share)] ?? Number.NaN).toFixed(1));
  return { p50: at(0.5), p99: at(0.99), lost };
}
