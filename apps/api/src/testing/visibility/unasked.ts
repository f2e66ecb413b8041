/** Procedures and paths that cannot return a post, its comments, likes or picture, with the reason. */
export const unaskedEndpoints: Record<string, RegExp> = {
  'is about the caller alone, or their own devices':
    /^(?:(?:auth|calendar|exports|imports|invitations|passkeys|secondFactor|tokens|webhooks|years)\.|feed\.markRead$|POST \/feed\/read$|\w+ \/(?:auth|calendar|exports|imports|invitations|tokens|webhooks|years)\b)/,
  'is about members, which the table of members asks about':
    /^(?:users|follows|closeFriends)\.|^search\.people$|^\w+ \/(?:(?:users|follows|blocks|mutes|close-friends)\b|:userId\/follow)/,
  'is a message or a chat, which chats.test.ts and messages.test.ts ask about':
    /^(?:messages|chats)\.|^\w+ \/(?:messages|chats)\b/,
  'is the caller’s own post or comment, which ghosts.test.ts, postPictures.test.ts and comments.test.ts ask about':
    /^posts\.(?:create|update|delete|changeImage|removeImage)$|^comments\.(?:update|delete)$|^(?:POST|PATCH|DELETE) \/posts\b|^(?:PATCH|DELETE) \/comments\/:commentId$/,
  'closes the caller’s own poll, which polls.test.ts asks about': /^polls\.close$|^PUT \/polls\/:pollId\/close$/,
  'is about a page of the web, which linkPreviews.test.ts asks about': /^linkPreviews\.|^POST \/links\/preview$/,
  'shows at most three posts of each kind, which today.test.ts asks about': /^today\.|^GET \/today$/,
  'takes back what was given before': /^(?:likes|bookmarks)\.remove$|^DELETE \/(?:likes|bookmarks)$/,
  'is a notification, which the table of members asks about, or the caller’s own switch':
    /^(?:notifications|live)\.|^\w+ \/(?:notifications|push|stream)\b/,
  'is a moderator’s, or a report, which moderation.test.ts asks about':
    /^(?:moderation|reports)\.|^\w+ \/(?:moderation|reports)\b/,
  'names whom one follows, which likedByFriends.test.ts asks about': /^likes\.byFriends$|^GET \/likes\/friends$/,
  'is the server, or a host’s, which host.test.ts asks about': /^(?:host|server)\.|^\w+ \/(?:host|server)\b/,
  'is the number of posts, which has a test of its own': /^posts\.countByUser$|^GET \/posts\/user\/:userId\/count$/,
};

/** Events that are not about a post, by the test that asserts who receives them. */
export const unaskedEvents: Record<string, string[]> = {
  'visibilityChanges.test.ts': [
    ...['follow.changed', 'follow.asked', 'notification.created'],
    ...['chat.typing', 'settings.changed'],
  ],
  'chatEndpoints.test.ts': ['chat.message', 'chat.reacted', 'chat.read', 'chat.changed'],
  // Other names for events of direct chats.
  'directEvents.test.ts': ['message.sent', 'message.changed', 'message.reacted', 'message.read', 'message.typing'],
  'live.test.ts': ['ready', 'popular.published'],
};
