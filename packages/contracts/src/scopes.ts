/**
 * The scopes of access tokens. `read`: reading what the token's owner sees, except messages. `write`: posting, commenting,
 * liking and bookmarking as the owner, and changing the owner's profile. `messages`: reading and sending messages. `follows`:
 * following, blocking, muting, answering follow requests and editing the close friends.
 */
export const scopes = ['read', 'write', 'messages', 'follows'] as const;
export type Scope = (typeof scopes)[number];

/** The scope that a live event needs; null for the first event of every stream. */
export function scopeOfEvent(name: string): Scope | null {
  if (name === 'ready') return null;
  // As the list of follow requests, which the event names one of.
  if (name === 'follow.asked') return 'follows';
  return /^(?:message|chat)\./.test(name) ? 'messages' : 'read';
}
