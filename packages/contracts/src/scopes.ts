/**
 * The scopes of access tokens. `read`: reading what the token's owner sees, except messages. `write`: posting, commenting,
 * liking and bookmarking as the owner, and changing the owner's profile. `messages`: reading and sending messages. `follows`:
 * following, blocking, muting, answering follow requests and editing the close friends.
 */
export const scopes = ['read', 'write', 'messages', 'follows'] as const;
export type Scope = (typeof scopes)[number];

/** The scope that a live event needs; null for the first event of every stream. */
export const scopeOfEvent = (name: string): Scope | null =>
  name === 'ready' ? null : /^(?:message|chat)\./.test(name) ? 'messages' : 'read';
