/** The scopes of tokens. */
export const scopes = ['read', 'write', 'messages', 'follows'] as const;
export type Scope = (typeof scopes)[number];

/**
 * The procedures that each scope allows, by their path, and the two uploads, which are not procedures. A token may call nothing else, so
 * a new procedure is refused to tokens until it is added here.
 */
export const reach: Record<Scope, readonly string[]> = {
  /** See what its member sees, but no messages. */
  read: [
    'auth.options',
    'auth.session',
    'auth.userNameAvailable',
    'bookmarks.list',
    'comments.count',
    'comments.list',
    'comments.replies',
    'feed.home',
    'follows.followers',
    'follows.followersCount',
    'follows.following',
    'follows.followingCount',
    'invitations.list',
    'likes.byFriends',
    'likes.count',
    'likes.likers',
    'likes.list',
    'live.stream',
    'live.watch',
    'notifications.actors',
    'notifications.list',
    'notifications.settings',
    'notifications.unreadCount',
    'posts.byId',
    'posts.byUser',
    'posts.countByUser',
    'posts.list',
    'posts.popular',
    'search.all',
    'search.people',
    'search.posts',
    'search.tags',
    'tags.posts',
    'users.byFirebaseUid',
    'users.byId',
    'users.byName',
    'users.search',
    'users.suggested',
  ],
  /** Post, comment, like and save as its member, and change their profile. */
  write: [
    'bookmarks.add',
    'bookmarks.remove',
    'comments.create',
    'comments.delete',
    'comments.like',
    'comments.unlike',
    'comments.update',
    'feed.markRead',
    'invitations.create',
    'invitations.revoke',
    'likes.add',
    'likes.remove',
    'notifications.changeSettings',
    'notifications.markAllRead',
    'posts.create',
    'posts.delete',
    'posts.update',
    'posts.addImage',
    'posts.changeImage',
    'posts.removeImage',
    'posts.uploadImage',
    'reports.create',
    'users.update',
    'users.uploadProfilePicture',
  ],
  /** Read and send its member's messages, by the live stream too. */
  messages: [
    'chats.acceptRequest',
    'chats.addMember',
    'chats.byId',
    'chats.declineRequest',
    'chats.list',
    'chats.markRead',
    'chats.messages',
    'chats.open',
    'chats.removeMember',
    'chats.send',
    'chats.sendPicture',
    'chats.update',
    'live.stream',
    'messages.contacts',
    'messages.conversation',
    'messages.delete',
    'messages.edit',
    'messages.markConversationRead',
    'messages.markRead',
    'messages.react',
    'messages.search',
    'messages.send',
    'messages.sentBy',
    'messages.typing',
    'messages.unreact',
    'messages.unreadCount',
  ],
  /** Follow, answer requests to follow, block and mute as its member. */
  follows: [
    'follows.accept',
    'follows.add',
    'follows.decline',
    'follows.remove',
    'follows.requests',
    'follows.requestsCount',
    'users.block',
    'users.blocks',
    'users.mute',
    'users.mutes',
    'users.unblock',
    'users.unmute',
  ],
};

/** The scopes of which a token needs one for this call; empty where no token is allowed. */
export const scopesFor = (path: string): Scope[] => scopes.filter((scope) => reach[scope].includes(path));

/** The scope that a live event needs; null for the one that begins every stream. */
export const scopeOfEvent = (name: string): Scope | null =>
  name === 'ready' ? null : /^(?:message|chat)\./.test(name) ? 'messages' : 'read';
