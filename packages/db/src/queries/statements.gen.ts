// `npm run statements` writes this file: what PostgreSQL describes of the statements in the .sql files. Do not edit it.
import type { Case, PendingJob } from '../entities/index.ts';
import type { Statement } from '../statement.ts';
import type { AlbumJson, Answer, Audience, Birthday, CaseKind, CaseReport, ChatMember, Commenters, Container, EarlierCase, EventJson, FollowState, Language, LinkPreviewJson, MediaKind, MemberFilter, MessagePicture, MorePicture, Outcome, Person, PictureStatus, PollJson, PostCard, PostKind, ProfileLink, Quote, Reactions, ReportReason, TodayEvent } from './json.ts';

export interface Statements {
  accounts: {
    activeActor: Statement<[user: number], { id: number; created_at: string }>;
    lock: Statement<[user: number], { id: number; user_name: string | null }>;
    role: Statement<[user: number, session: string], {
      host: boolean; moderator: boolean; language: 'en' | 'es' | 'pl'; confirmed_at: string | null;
      proved_by_passkey: boolean; has_second_factor: boolean; codes_left: number;
    }>;
    signUp: Statement<[
      inviter: number | null, userName: string, email: string, uid: string, passwordHash: string | null,
      language: Language, emailConfirmed: boolean,
    ], {
      id: number;
    }>;
    confirmEmail: Statement<[codeHash: string, now: Date | string], { id: number }>;
    resetPassword: Statement<[
      user: number, passwordHash: string, email: string | null, guarded: boolean, confirms: boolean, mailed: boolean,
    ], {
      id: number; moderator: boolean; host: boolean;
    }>;
  };
  albums: {
    notify: Statement<[adder: number, post: number, names: readonly (string | null)[]], { id: number }>;
  };
  birthdays: {
    friends: Statement<[members: readonly number[], member: number, friend: number, rows: number], {
      member_id: number; friend_id: number; time_zone: string | null;
    }>;
    notify: Statement<[members: readonly number[], friends: readonly number[]], { notified: boolean }>;
  };
  blocks: {
    add: Statement<[blocker: number, blocked: number], { changed: boolean; followed: boolean; followed_back: boolean }>;
    list: Statement<[owner: number, at: Date | string, id: number, rows: number], {
      id: number; user_name: string; display_name: string | null; picture_key: string | null; created_at: string;
      key_id: number; shown: boolean; position: number;
    }>;
  };
  bookmarks: {
    add: Statement<[user: number, post: number], { id: number }>;
    list: Statement<[user: number, before: number, rows: number], {
      id: number; author_id: number; caption: string; location: string | null; created_at: string;
      edited_at: string | null; likes_count: number; comments_count: number; audience: Audience;
      frozen_at: string | null; commenters: 'everyone' | 'friends' | 'nobody'; expires_at: string | null;
      user_name: string; display_name: string | null; picture_key: string | null; image_id: number | null;
      image_alt: string | null; image_status: 'processing' | 'ready' | 'failed' | null; image_key: string | null;
      image_widths: number[] | null; image_width: number | null; image_height: number | null;
      image_thumbhash: string | null; image_media: 'picture' | 'video' | 'voice' | null;
      image_container: 'mp4' | 'webm' | null; image_duration_ms: number | null; image_failure: string | null;
      image_public: boolean; more_pictures: MorePicture[] | null; link: LinkPreviewJson | null;
      kind: 'event' | 'poll' | 'album' | null; event: EventJson | null; poll: PollJson | null;
      album: AlbumJson | null; own: boolean; liked_by_me: boolean; saved_by_me: boolean; key_id: number;
      shown: boolean; position: number;
    }>;
  };
  chatLists: {
    requests: Statement<[user: number, lastMessage: number, rows: number], {
      id: number; kind: 'direct' | 'group'; name: string | null; maker_id: number | null; last_message_id: number;
      unread_count: number; muted_until: string | null; request: boolean; pinned: boolean; archived: boolean;
      picture_key: string | null; mentioned: boolean; people: ChatMember[]; picture: boolean;
      media: MediaKind | null; post: boolean; sender_id: number | null; created_at: string | null;
      deleted_at: string | null; event: 'made' | 'named' | 'added' | 'left' | 'removed' | null;
      subject_id: number | null; content: string | null; shown: boolean; position: number;
    }>;
    list: Statement<[
      user: number, pinnedMessage: number, pinnedChat: number, lastMessage: number, chat: number, rows: number,
      withContacts: boolean, pattern: string | null, plainPattern: string | null,
    ], {
      id: number; kind: 'direct' | 'group'; name: string | null; maker_id: number | null; last_message_id: number;
      unread_count: number; muted_until: string | null; request: boolean; pinned: boolean; archived: boolean;
      picture_key: string | null; mentioned: boolean; people: ChatMember[]; picture: boolean;
      media: MediaKind | null; post: boolean; sender_id: number | null; created_at: string | null;
      deleted_at: string | null; event: 'made' | 'named' | 'added' | 'left' | 'removed' | null;
      subject_id: number | null; content: string | null; shown: boolean; position: number;
    }>;
    archived: Statement<[user: number, lastMessage: number, chat: number, rows: number], {
      id: number; kind: 'direct' | 'group'; name: string | null; maker_id: number | null; last_message_id: number;
      unread_count: number; muted_until: string | null; request: boolean; pinned: boolean; archived: boolean;
      picture_key: string | null; mentioned: boolean; people: ChatMember[]; picture: boolean;
      media: MediaKind | null; post: boolean; sender_id: number | null; created_at: string | null;
      deleted_at: string | null; event: 'made' | 'named' | 'added' | 'left' | 'removed' | null;
      subject_id: number | null; content: string | null; shown: boolean; position: number;
    }>;
    unreadCount: Statement<[user: number], { count: number; conversations: number }>;
    one: Statement<[user: number, chat: number | null, withUser: number | null], {
      id: number; kind: 'direct' | 'group'; name: string | null; maker_id: number | null; last_message_id: number;
      unread_count: number; muted_until: string | null; request: boolean; pinned: boolean; archived: boolean;
      picture_key: string | null; mentioned: boolean; people: ChatMember[]; picture: boolean;
      media: MediaKind | null; post: boolean; sender_id: number | null; created_at: string | null;
      deleted_at: string | null; event: 'made' | 'named' | 'added' | 'left' | 'removed' | null;
      subject_id: number | null; content: string | null;
    }>;
  };
  chats: {
    membership: Statement<[user: number, chat: number], {
      id: number; kind: 'direct' | 'group'; maker_id: number | null; other_id: number | null; reads: number[] | null;
    }>;
    lock: Statement<[chat: number], { id: number }>;
    open: Statement<[caller: number, other: number], { id: number; changed: boolean }>;
    createGroup: Statement<[caller: number, others: readonly number[], name: string, groups: number], {
      id: number | null; active: boolean; found: number; closed: boolean;
    }>;
    add: Statement<[caller: number, group: number, whom: number, members: number, groups: number], {
      active: boolean; found: boolean; closed: boolean; changed: boolean; known: boolean;
    }>;
    leave: Statement<[whom: number, group: number, by: number], { chat_id: number }>;
    erase: Statement<[group: number, rows: number], { rows: number }>;
    members: Statement<[chat: number], { user_id: number }>;
    readers: Statement<[users: readonly number[], chat: number, message: number], { id: number }>;
    markRead: Statement<[member: number, chat: number | null, withUser: number | null, upTo: number], {
      chat_id: number; other_id: number | null; read_id: number; changed: boolean;
    }>;
  };
  closeFriends: {
    list: Statement<[owner: number, at: Date | string, id: number, rows: number], {
      id: number; user_name: string; display_name: string | null; picture_key: string | null; created_at: string;
      key_id: number; shown: boolean; position: number;
    }>;
  };
  comments: {
    create: Statement<[
      author: number, post: number, content: string, clientId: string | null, answered: number | null,
    ], {
      id: number; post_id: number; parent_id: number | null; content: string; created_at: string;
      edited_at: string | null; likes_count: number; replies_count: number; liked_by_me: boolean;
      link: LinkPreviewJson | null; author_id: number | null; user_name: string | null; display_name: string | null;
      picture_key: string | null; post_author_id: number; comments_count: number; notified: number[];
    }>;
    createMentioning: Statement<[
      author: number, post: number, content: string, clientId: string | null, answered: number | null,
      mentioned: readonly (string | null)[],
    ], {
      id: number; post_id: number; parent_id: number | null; content: string; created_at: string;
      edited_at: string | null; likes_count: number; replies_count: number; liked_by_me: boolean;
      link: LinkPreviewJson | null; author_id: number | null; user_name: string | null; display_name: string | null;
      picture_key: string | null; post_author_id: number; comments_count: number; notified: number[];
    }>;
    byId: Statement<[viewer: number, comment: number], {
      id: number; post_id: number; parent_id: number | null; content: string; created_at: string;
      edited_at: string | null; likes_count: number; replies_count: number; liked_by_me: boolean;
      link: LinkPreviewJson | null; author_id: number | null; user_name: string | null; display_name: string | null;
      picture_key: string | null;
    }>;
    newest: Statement<[viewer: number, of: number, seen: number, rows: number], {
      id: number; post_id: number; parent_id: number | null; content: string; created_at: string;
      edited_at: string | null; likes_count: number; replies_count: number; liked_by_me: boolean;
      link: LinkPreviewJson | null; author_id: number | null; user_name: string | null; display_name: string | null;
      picture_key: string | null; shown: boolean; position: number;
    }>;
    oldest: Statement<[viewer: number, of: number, seen: number, rows: number], {
      id: number; post_id: number; parent_id: number | null; content: string; created_at: string;
      edited_at: string | null; likes_count: number; replies_count: number; liked_by_me: boolean;
      link: LinkPreviewJson | null; author_id: number | null; user_name: string | null; display_name: string | null;
      picture_key: string | null; shown: boolean; position: number;
    }>;
    replies: Statement<[viewer: number, of: number, seen: number, rows: number], {
      id: number; post_id: number; parent_id: number | null; content: string; created_at: string;
      edited_at: string | null; likes_count: number; replies_count: number; liked_by_me: boolean;
      link: LinkPreviewJson | null; author_id: number | null; user_name: string | null; display_name: string | null;
      picture_key: string | null; shown: boolean; position: number;
    }>;
    change: Statement<[author: number, comment: number, content: string], { id: number }>;
    like: Statement<[user: number, comment: number], {
      post_id: number; author_id: number; post_author_id: number; likes_count: number; changed: boolean;
      notified: boolean;
    }>;
    unlike: Statement<[user: number, comment: number], {
      post_id: number; author_id: number; post_author_id: number; likes_count: number; changed: boolean;
      notified: boolean;
    }>;
    remove: Statement<[by: number, comment: number], {
      post_id: number; post_author_id: number; author_id: number; parent_id: number | null; hidden: boolean;
    }>;
  };
  contacts: {
    list: Statement<[user: number, lastMessage: number, chat: number, rows: number, pattern: string | null], {
      contact_id: number; chat_id: number; last_message_id: number; unread_count: number; user_name: string | null;
      display_name: string | null; picture_key: string | null; content: string | null; created_at: string | null;
      sender_id: number | null; deleted_at: string | null; post: boolean; shown: boolean; position: number;
    }>;
  };
  counters: {
    users: Statement<[after: number, upTo: number], {
      id: number; postsCount: number | null; publicPostsCount: number | null; friendsPostsCount: number | null;
      followersCount: number | null; followingCount: number | null;
    }>;
    posts: Statement<[after: number, upTo: number], {
      id: number; likesCount: number | null; commentsCount: number | null;
    }>;
    comments: Statement<[after: number, upTo: number], {
      id: number; likesCount: number | null; repliesCount: number | null;
    }>;
    events: Statement<[after: number, upTo: number], {
      post: number; yesCount: number | null; maybeCount: number | null; noCount: number | null;
    }>;
    polls: Statement<[after: number, upTo: number], { id: number; votersCount: number | null }>;
    options: Statement<[after: number, upTo: number], { id: number; votesCount: number | null }>;
    notifications: Statement<[after: number, upTo: number], { id: number; actorsCount: number | null }>;
    memberships: Statement<[after: number, upTo: number], { chat: number; user: number; unreadCount: number | null }>;
    notificationsWithoutActors: Statement<[after: number, upTo: number], never>;
    lastIds: Statement<[], {
      users: number; posts: number; comments: number; events: number; polls: number; options: number;
      notifications: number; memberships: number;
    }>;
  };
  erase: {
    likes: Statement<[user: number, max: number], { rows: number }>;
    commentLikes: Statement<[user: number, max: number], { rows: number }>;
    eventAnswers: Statement<[user: number, max: number], { rows: number }>;
    votes: Statement<[user: number, max: number], { rows: number }>;
    comments: Statement<[user: number, max: number], { rows: number }>;
    following: Statement<[user: number, max: number], { rows: number }>;
    followers: Statement<[user: number, max: number], { rows: number }>;
    events: Statement<[user: number, max: number], { rows: number }>;
    notifications: Statement<[user: number, max: number], { rows: number }>;
    small: Statement<[user: number, max: number], { rows: number }>;
  };
  erasePosts: {
    likes: Statement<[post: number, after: number, max: number], { rows: number; last: number }>;
    comments: Statement<[post: number, after: number, max: number], { rows: number; last: number }>;
    small: Statement<[post: number, after: number, max: number], { rows: number; last: number }>;
    remove: Statement<[author: number, posts: readonly number[]], { keys: string[]; rows: number }>;
  };
  events: {
    lock: Statement<[post: number], { post_id: number }>;
    answer: Statement<[user: number, post: number, answer: Answer | null], {
      author_id: number; cancelled: boolean; ended: boolean; changed: boolean;
    }>;
    guests: Statement<[
      viewer: number, post: number, answer: Answer | null, at: Date | string, id: number, rows: number,
    ], {
      id: number; user_name: string; display_name: string | null; picture_key: string | null; bio: string;
      private: boolean; follow_state: FollowState; answer: 'yes' | 'maybe' | 'no'; answered_at: string;
      key_id: number; shown: boolean; position: number;
    }>;
    upcoming: Statement<[viewer: number, at: Date | string, id: number, rows: number], {
      id: number; author_id: number; caption: string; location: string | null; created_at: string;
      edited_at: string | null; likes_count: number; comments_count: number; audience: Audience;
      frozen_at: string | null; commenters: 'everyone' | 'friends' | 'nobody'; expires_at: string | null;
      user_name: string; display_name: string | null; picture_key: string | null; image_id: number | null;
      image_alt: string | null; image_status: 'processing' | 'ready' | 'failed' | null; image_key: string | null;
      image_widths: number[] | null; image_width: number | null; image_height: number | null;
      image_thumbhash: string | null; image_media: 'picture' | 'video' | 'voice' | null;
      image_container: 'mp4' | 'webm' | null; image_duration_ms: number | null; image_failure: string | null;
      image_public: boolean; more_pictures: MorePicture[] | null; link: LinkPreviewJson | null;
      kind: 'event' | 'poll' | 'album' | null; event: EventJson | null; poll: PollJson | null;
      album: AlbumJson | null; own: boolean; liked_by_me: boolean; saved_by_me: boolean; starts_at: string;
      shown: boolean; position: number;
    }>;
    calendar: Statement<[viewer: number, rows: number], {
      id: number; author_id: number; caption: string; location: string | null; created_at: string;
      edited_at: string | null; likes_count: number; comments_count: number; audience: Audience;
      frozen_at: string | null; commenters: 'everyone' | 'friends' | 'nobody'; expires_at: string | null;
      user_name: string; display_name: string | null; picture_key: string | null; image_id: number | null;
      image_alt: string | null; image_status: 'processing' | 'ready' | 'failed' | null; image_key: string | null;
      image_widths: number[] | null; image_width: number | null; image_height: number | null;
      image_thumbhash: string | null; image_media: 'picture' | 'video' | 'voice' | null;
      image_container: 'mp4' | 'webm' | null; image_duration_ms: number | null; image_failure: string | null;
      image_public: boolean; more_pictures: MorePicture[] | null; link: LinkPreviewJson | null;
      kind: 'event' | 'poll' | 'album' | null; event: EventJson | null; poll: PollJson | null;
      album: AlbumJson | null; own: boolean; liked_by_me: boolean; saved_by_me: boolean;
    }>;
    notify: Statement<[post: number, kind: string, guests: readonly number[], changedAt: Date | string | null], {
      notified: boolean;
    }>;
  };
  expired: {
    rows: Statement<[max: number], { rows: number }>;
    events: Statement<[max: number], { rows: number }>;
    notifications: Statement<[max: number], { rows: number }>;
  };
  exports: {
    profile: Statement<[user: number], {
      userId: number; userName: string | null; displayName: string | null; email: string | null;
      emailConfirmed: boolean; bio: string; language: 'en' | 'es' | 'pl'; timeZone: string | null;
      authProvider: 'email' | 'google'; createdAt: string; private: boolean;
      messagesFrom: 'everyone' | 'following' | 'nobody'; publicPages: 'off' | 'shown' | 'listed';
      birthMonth: number | null; birthDay: number | null; birthdayFor: 'friends' | 'followers' | 'nobody';
      postsCount: number; followersCount: number; followingCount: number; picture_key: string | null;
      notificationSettings: unknown | null;
    }>;
    year: Statement<[user: number, from: readonly (Date | string | null)[], to: readonly (Date | string | null)[]], {
      month: number; post_id: number; pictured: boolean;
    }>;
    albumPictures: Statement<[user: number], {
      createdAt: string; postId: number; userName: string | null; displayName: string | null;
      pictures: unknown | null;
    }>;
    posts: Statement<[user: number], {
      postId: number; clientId: string | null; createdAt: string; editedAt: string | null; caption: string;
      location: string | null; kind: 'event' | 'poll' | 'album' | null;
      audience: 'public' | 'friends' | 'close' | 'private'; audienceFrozenAt: string | null;
      comments: 'everyone' | 'friends' | 'nobody'; expiresAt: string | null; likesCount: number;
      commentsCount: number; picture: string | null; pictures: unknown | null; event: unknown | null;
      poll: unknown | null;
    }>;
    comments: Statement<[user: number], {
      id: number; createdAt: string; editedAt: string | null; content: string; postId: number;
      parentId: number | null; likesCount: number; repliesCount: number; userName: string | null;
      displayName: string | null;
    }>;
    likes: Statement<[user: number], {
      createdAt: string; postId: number; userName: string | null; displayName: string | null;
    }>;
    saved: Statement<[user: number], {
      createdAt: string; postId: number; userName: string | null; displayName: string | null;
    }>;
    eventAnswers: Statement<[user: number], {
      createdAt: string; postId: number; userName: string | null; displayName: string | null;
      answer: 'yes' | 'maybe' | 'no';
    }>;
    likedComments: Statement<[user: number], {
      createdAt: string; commentId: number; postId: number; userName: string | null; displayName: string | null;
    }>;
    votes: Statement<[user: number], { createdAt: string; postId: number | null; option: string | null }>;
    following: Statement<[user: number], { createdAt: string; userName: string | null; displayName: string | null }>;
    followers: Statement<[user: number], { createdAt: string; userName: string | null; displayName: string | null }>;
    asked: Statement<[user: number], { createdAt: string; userName: string | null; displayName: string | null }>;
    blocked: Statement<[user: number], { createdAt: string; userName: string | null; displayName: string | null }>;
    muted: Statement<[user: number], {
      createdAt: string; userName: string | null; displayName: string | null; until: string | null;
    }>;
    closeFriends: Statement<[user: number], { createdAt: string; userName: string | null; displayName: string | null }>;
    files: Statement<[user: number], {
      file: string; key: string; widths: number[]; media: MediaKind; container: string | null;
    }>;
    messages: Statement<[user: number], {
      createdAt: string | null; sent: boolean | null; userName: string | null; displayName: string | null;
      group: string | null; content: string | null; editedAt: string | null; deletedAt: string | null;
      readAt: string | null; pictures: unknown | null; postId: number | null; pollOptions: unknown | null;
    }>;
    groups: Statement<[user: number], {
      joinedAt: string; name: string | null; mutedUntil: string | null; pinnedAt: string | null;
      archivedAt: string | null;
    }>;
    reactions: Statement<[user: number], {
      createdAt: string; userName: string | null; displayName: string | null; emoji: string;
    }>;
    notifications: Statement<[user: number], {
      createdAt: string; kind: string; userName: string | null; displayName: string | null; postId: number | null;
      content: string;
    }>;
    sessions: Statement<[user: number], { createdAt: string; lastSeenAt: string; device: string }>;
    tokens: Statement<[user: number], {
      createdAt: string; name: string; scopes: string[]; lastUsedAt: string | null; expiresAt: string | null;
    }>;
    links: Statement<[user: number], { position: number; url: string; verifiedAt: string | null }>;
    webhooks: Statement<[user: number], {
      createdAt: string; url: string; succeededAt: string | null; offSince: string | null;
      offReason: 'gone' | 'inside' | 'failing' | null;
    }>;
  };
  feed: {
    home: Statement<[viewer: number, at: Date | string, id: number, rows: number], {
      id: number; author_id: number; caption: string; location: string | null; created_at: string;
      edited_at: string | null; likes_count: number; comments_count: number; audience: Audience;
      frozen_at: string | null; commenters: 'everyone' | 'friends' | 'nobody'; expires_at: string | null;
      user_name: string; display_name: string | null; picture_key: string | null; image_id: number | null;
      image_alt: string | null; image_status: 'processing' | 'ready' | 'failed' | null; image_key: string | null;
      image_widths: number[] | null; image_width: number | null; image_height: number | null;
      image_thumbhash: string | null; image_media: 'picture' | 'video' | 'voice' | null;
      image_container: 'mp4' | 'webm' | null; image_duration_ms: number | null; image_failure: string | null;
      image_public: boolean; more_pictures: MorePicture[] | null; link: LinkPreviewJson | null;
      kind: 'event' | 'poll' | 'album' | null; event: EventJson | null; poll: PollJson | null;
      album: AlbumJson | null; own: boolean; liked_by_me: boolean; saved_by_me: boolean;
    }>;
    older: Statement<[viewer: number, at: Date | string, id: number, rows: number], {
      id: number; author_id: number; caption: string; location: string | null; created_at: string;
      edited_at: string | null; likes_count: number; comments_count: number; audience: Audience;
      frozen_at: string | null; commenters: 'everyone' | 'friends' | 'nobody'; expires_at: string | null;
      user_name: string; display_name: string | null; picture_key: string | null; image_id: number | null;
      image_alt: string | null; image_status: 'processing' | 'ready' | 'failed' | null; image_key: string | null;
      image_widths: number[] | null; image_width: number | null; image_height: number | null;
      image_thumbhash: string | null; image_media: 'picture' | 'video' | 'voice' | null;
      image_container: 'mp4' | 'webm' | null; image_duration_ms: number | null; image_failure: string | null;
      image_public: boolean; more_pictures: MorePicture[] | null; link: LinkPreviewJson | null;
      kind: 'event' | 'poll' | 'album' | null; event: EventJson | null; poll: PollJson | null;
      album: AlbumJson | null; own: boolean; liked_by_me: boolean; saved_by_me: boolean;
    }>;
    state: Statement<[user: number], { feed_since: string | null }>;
    fanOut: Statement<[post: number, job: number | null], never>;
    backfill: Statement<[follower: number, followed: number, posts: number, job: number | null], never>;
    trim: Statement<[after: number, upTo: number, entries: number], never>;
    rebuild: Statement<[after: number, upTo: number, entries: number], never>;
    sweep: Statement<[after: number, upTo: number], never>;
    markRead: Statement<[user: number, upTo: Date | string], { id: number }>;
  };
  follows: {
    add: Statement<[follower: number, followed: number, traceContext: object | string | null, paused: boolean], {
      followers_count: number; changed: boolean; notified: boolean; job_id: number | null; asked: boolean;
      retry: boolean; paused: boolean; follow_state: FollowState;
    }>;
    accept: Statement<[followed: number, follower: number, traceContext: object | string | null], {
      followers_count: number; job_id: number; notified: boolean;
    }>;
    requests: Statement<[followed: number, at: Date | string, id: number, rows: number], {
      id: number; user_name: string; display_name: string | null; picture_key: string | null; bio: string;
      private: boolean; follow_state: FollowState; created_at: string; key_id: number; shown: boolean;
      position: number;
    }>;
    requestsCount: Statement<[followed: number], { count: number }>;
    remove: Statement<[follower: number, followed: number], {
      followers_count: number; changed: boolean; notified: boolean; job_id: number | null; asked: boolean;
      retry: boolean; paused: boolean; follow_state: FollowState;
    }>;
    followers: Statement<[viewer: number, user: number, at: Date | string, id: number, rows: number], {
      id: number; user_name: string; display_name: string | null; picture_key: string | null; bio: string;
      private: boolean; follow_state: FollowState; created_at: string; key_id: number; shown: boolean;
      position: number;
    }>;
    following: Statement<[viewer: number, user: number, at: Date | string, id: number, rows: number, mutual: boolean], {
      id: number; user_name: string; display_name: string | null; picture_key: string | null; bio: string;
      private: boolean; follow_state: FollowState; created_at: string; key_id: number; shown: boolean;
      position: number;
    }>;
    request: Statement<[followed: number, follower: number, pushed: boolean], {
      id: number; user_name: string; display_name: string | null; picture_key: string | null; created_at: string;
    }>;
  };
  host: {
    facts: Statement<[], {
      members: number; week: number; month: number; posts: number; pictures: number; picture_bytes: number;
      video_bytes: number; voice_bytes: number; export_bytes: number; import_bytes: number; other_bytes: number;
      database_bytes: number; invited: boolean;
    }>;
    members: Statement<[before: number, rows: number, beginning: string, folded: string, filter: MemberFilter], {
      id: number; user_name: string; display_name: string | null; picture_key: string | null; email: string | null;
      email_confirmed: boolean; auth_provider: 'email' | 'google'; created_at: string; last_seen_on: string | null;
      moderator: boolean; host: boolean; disabled_at: string | null; storage: number; inviter_id: number | null;
      inviter_name: string | null; inviter_display_name: string | null; inviter_picture: string | null;
    }>;
    showPicture: Statement<[image: number], { key: string }>;
  };
  images: {
    public: Statement<[anonymous: number, key: string], { public: boolean }>;
    inChat: Statement<[member: number, key: string], { seen: boolean }>;
    stored: Statement<[owner: number], { bytes: number }>;
    lockPost: Statement<[post: number], { id: number }>;
    add: Statement<[
      post: number, owner: number, key: string, width: number | null, height: number | null, bytes: number,
      alt: string | null, clientId: string | null, max: number, media: string,
    ], {
      id: number; added: boolean;
    }>;
    move: Statement<[post: number, image: number, position: number], { id: number }>;
    removeFromPost: Statement<[post: number, image: number], { key: string }>;
    replaceFirst: Statement<[post: number, image: number], { keys: string[] }>;
    removeOf: Statement<[owner: number, max: number], { key: string }>;
  };
  imports: {
    append: Statement<[
      user: number, id: number, from: number, bytes: number, last: boolean, maxParts: number,
      traceContext: object | string | null, name: string, room: number,
    ], {
      received: number; is_full: boolean;
    }>;
    post: Statement<[
      author: number, caption: string, location: string | null, clientId: string, audience: string,
      commenters: string, createdAt: Date | string, editedAt: Date | string | null, expiresAt: Date | string | null,
      words: readonly (string | null)[], frozenAt: Date | string | null,
    ], {
      id: number;
    }>;
    uploading: Statement<[member: number], { yes: boolean | null }>;
  };
  invitations: {
    joined: Statement<[viewer: number, before: number, rows: number], {
      id: number; user_name: string; display_name: string | null; picture_key: string | null; bio: string;
      private: boolean; follow_state: FollowState; shown: boolean; position: number;
    }>;
    newest: Statement<[viewer: number, maxMembers: number, rows: number], {
      id: number; user_name: string; display_name: string | null; picture_key: string | null; bio: string;
      private: boolean; follow_state: FollowState;
    }>;
  };
  likes: {
    add: Statement<[user: number, post: number], {
      author_id: number; likes_count: number; changed: boolean; notified: boolean;
    }>;
    remove: Statement<[user: number, post: number], {
      author_id: number; likes_count: number; changed: boolean; notified: boolean;
    }>;
    newest: Statement<[viewer: number, before: number, rows: number], {
      id: number; user_id: number; post_id: number; created_at: string; shown: boolean; position: number;
    }>;
    byUser: Statement<[viewer: number, user: number, before: number, rows: number], {
      id: number; user_id: number; post_id: number; created_at: string; shown: boolean; position: number;
    }>;
    likers: Statement<[viewer: number, post: number, before: number, rows: number], {
      id: number; user_name: string; display_name: string | null; picture_key: string | null; bio: string;
      private: boolean; follow_state: FollowState; key_id: number; shown: boolean; position: number;
    }>;
    friends: Statement<[viewer: number, posts: readonly number[]], {
      post_id: number; user_name: string; display_name: string | null;
    }>;
  };
  linkPreviews: {
    find: Statement<[user: number, url: string], { id: number; due: boolean }>;
    shown: Statement<[preview: number], {
      url: string; read: boolean; link: LinkPreviewJson | null; processing: number | null;
    }>;
    removeOld: Statement<[max: number], { keys: string[]; rows: number }>;
  };
  live: {
    postReaders: Statement<[users: readonly number[], post: number], { id: number }>;
    firstPictureReaders: Statement<[users: readonly number[], post: number], { id: number }>;
    commentReaders: Statement<[users: readonly number[], comment: number], {
      id: number; post_id: number; parent_id: number | null; content: string; created_at: string;
      edited_at: string | null; likes_count: number; replies_count: number; liked_by_me: boolean;
      link: LinkPreviewJson | null; author_id: number; user_name: string | null; display_name: string | null;
      picture_key: string | null; readers: number[];
    }>;
    changeReaders: Statement<[
      users: readonly number[], post: number, author: number, before: Audience | null, watching: readonly number[],
      frozenAt: Date | string | null,
    ], {
      id: number;
    }>;
    deletedCommentReaders: Statement<[users: readonly number[], post: number, author: number, hidden: boolean], {
      id: number;
    }>;
    likerHidden: Statement<[users: readonly number[], liker: number, author: number], { id: number }>;
    blocksAmong: Statement<[users: readonly number[], others: readonly number[]], { one: number; other: number }>;
    typingReader: Statement<[receiver: number, sender: number], { chat_id: number }>;
  };
  messageChanges: {
    locked: Statement<[member: number, message: number], { id: number }>;
    edit: Statement<[sender: number, message: number, content: string, words: readonly (string | null)[]], {
      id: number;
    }>;
    remove: Statement<[sender: number, message: number], { id: number }>;
    react: Statement<[member: number, message: number, emoji: string, kinds: number], {
      found: boolean; changed: boolean; known: boolean;
    }>;
    reactors: Statement<[message: number], { emoji: string; user_ids: number[] }>;
    readers: Statement<[sender: number, message: number, before: number, rows: number], {
      id: number; user_name: string; display_name: string | null; picture_key: string | null; bio: string;
      private: boolean; follow_state: FollowState;
    }>;
  };
  messages: {
    send: Statement<[
      sender: number, chat: number | null, withUser: number | null, content: string, clientId: string | null,
      replyTo: number | null, image: number | null, post: number | null, words: readonly (string | null)[],
      mentioned: readonly (string | null)[],
    ], {
      id: number; created_at: string; client_id: string | null; chat_id: number; receiver_id: number | null;
    }>;
    closed: Statement<[sender: number, receiver: number], { closed: boolean }>;
    page: Statement<[
      member: number, chat: number | null, withUser: number | null, before: number, after: number, rows: number,
    ], {
      id: number; sender_id: number; receiver_id: number | null; created_at: string; client_id: string | null;
      edited_at: string | null; deleted_at: string | null;
      event: 'made' | 'named' | 'added' | 'left' | 'removed' | null; subject_id: number | null;
      hidden_by_block: boolean; content: string; picture: MessagePicture | null; post_id: number | null;
      post_card: PostCard | null; link: LinkPreviewJson | null; poll: PollJson | null; chat_id: number;
      reply_to: Quote | null; reactions: Reactions[]; read_by_receiver: boolean;
    }>;
    after: Statement<[member: number, chat: number, after: number, rows: number], {
      id: number; sender_id: number; receiver_id: number | null; created_at: string; client_id: string | null;
      edited_at: string | null; deleted_at: string | null;
      event: 'made' | 'named' | 'added' | 'left' | 'removed' | null; subject_id: number | null;
      hidden_by_block: boolean; content: string; picture: MessagePicture | null; post_id: number | null;
      post_card: PostCard | null; link: LinkPreviewJson | null; poll: PollJson | null; chat_id: number;
      reply_to: Quote | null; reactions: Reactions[]; read_by_receiver: boolean;
    }>;
    beforeTime: Statement<[time: Date | string], { id: number }>;
    sentBy: Statement<[viewer: number, sender: number, receiver: number, before: number, rows: number], {
      id: number; sender_id: number; receiver_id: number | null; created_at: string; client_id: string | null;
      edited_at: string | null; deleted_at: string | null;
      event: 'made' | 'named' | 'added' | 'left' | 'removed' | null; subject_id: number | null;
      hidden_by_block: boolean; content: string; picture: MessagePicture | null; post_id: number | null;
      post_card: PostCard | null; link: LinkPreviewJson | null; poll: PollJson | null; chat_id: number;
      reply_to: Quote | null; reactions: Reactions[]; read_by_receiver: boolean;
    }>;
    byId: Statement<[viewer: number, message: number], {
      id: number; sender_id: number; receiver_id: number | null; created_at: string; client_id: string | null;
      edited_at: string | null; deleted_at: string | null;
      event: 'made' | 'named' | 'added' | 'left' | 'removed' | null; subject_id: number | null;
      hidden_by_block: boolean; content: string; picture: MessagePicture | null; post_id: number | null;
      post_card: PostCard | null; link: LinkPreviewJson | null; poll: PollJson | null; chat_id: number;
      reply_to: Quote | null; reactions: Reactions[]; read_by_receiver: boolean;
    }>;
    ofMember: Statement<[member: number, message: number], {
      id: number; sender_id: number; receiver_id: number | null; created_at: string; client_id: string | null;
      edited_at: string | null; deleted_at: string | null;
      event: 'made' | 'named' | 'added' | 'left' | 'removed' | null; subject_id: number | null;
      hidden_by_block: boolean; content: string; picture: MessagePicture | null; post_id: number | null;
      post_card: PostCard | null; link: LinkPreviewJson | null; poll: PollJson | null; chat_id: number;
      reply_to: Quote | null; reactions: Reactions[]; read_by_receiver: boolean;
    }>;
    newestId: Statement<[], { id: number }>;
    missed: Statement<[user: number, after: number, rows: number], {
      id: number; sender_id: number; receiver_id: number | null; created_at: string; client_id: string | null;
      edited_at: string | null; deleted_at: string | null;
      event: 'made' | 'named' | 'added' | 'left' | 'removed' | null; subject_id: number | null;
      hidden_by_block: boolean; content: string; picture: MessagePicture | null; post_id: number | null;
      post_card: PostCard | null; link: LinkPreviewJson | null; poll: PollJson | null; chat_id: number;
      reply_to: Quote | null; reactions: Reactions[]; read_by_receiver: boolean;
    }>;
    markOneRead: Statement<[receiver: number, message: number], {
      chat_id: number; sender_id: number; changed: boolean;
    }>;
    search: Statement<[
      member: number, words: readonly (string | null)[], chat: number | null, before: number, rows: number,
      chats: number, begin: string, by: string | null, max: number,
    ], {
      id: number; sender_id: number; receiver_id: number | null; created_at: string; client_id: string | null;
      edited_at: string | null; deleted_at: string | null;
      event: 'made' | 'named' | 'added' | 'left' | 'removed' | null; subject_id: number | null;
      hidden_by_block: boolean; content: string; picture: MessagePicture | null; post_id: number | null;
      post_card: PostCard | null; link: LinkPreviewJson | null; poll: PollJson | null; chat_id: number;
      reply_to: Quote | null; reactions: Reactions[]; read_by_receiver: boolean;
    }>;
  };
  moderation: {
    report: Statement<[reporter: number, kind: CaseKind, subject: number, reason: ReportReason, words: string], {
      found: boolean; filed: boolean; known: boolean;
    }>;
    people: Statement<[viewer: number, hosts: boolean, rows: number], {
      id: number; user_name: string; display_name: string | null; picture_key: string | null;
    }>;
    open: Statement<[moderator: number, after: number, rows: number], {
      id: number; kind: 'post' | 'comment' | 'message' | 'user'; subject_id: number; author_id: number;
      snapshot: Case['snapshot']; created_at: string; user_name: string | null; display_name: string | null;
      picture_key: string | null; reports_count: number; reports: CaseReport[]; earlier: EarlierCase[];
    }>;
    log: Statement<[moderator: number, before: number, rows: number], {
      id: number; case_id: number; action: 'dismissed' | 'hidden' | 'disabled' | 'undone'; note: string; at: string;
      kind: 'post' | 'comment' | 'message' | 'user'; snapshot: Case['snapshot']; author_id: number;
      user_name: string | null; display_name: string | null; picture_key: string | null;
      moderator_name: string | null; undoable: boolean;
    }>;
    decide: Statement<[moderator: number, id: number, outcome: Outcome, note: string], {
      kind: 'post' | 'comment' | 'message' | 'user'; subject_id: number; author_id: number; changed: boolean;
      audience: Audience | null; frozen_at: string | null; notified: number[];
    }>;
    undo: Statement<[moderator: number, id: number, note: string], {
      kind: 'post' | 'comment' | 'message' | 'user'; subject_id: number; author_id: number;
      outcome: 'dismissed' | 'hidden' | 'disabled' | null; changed: boolean;
    }>;
  };
  mutes: {
    add: Statement<[muter: number, muted: number, until: Date | string], { until: string }>;
    list: Statement<[owner: number, at: Date | string, id: number, rows: number], {
      id: number; user_name: string; display_name: string | null; picture_key: string | null; created_at: string;
      key_id: number; until: string | null; shown: boolean; position: number;
    }>;
  };
  notifications: {
    list: Statement<[
      user: number, at: Date | string, id: number, rows: number, kinds: readonly (string | null)[] | null,
    ], {
      id: number;
      kind: 'follow' | 'accepted' | 'like' | 'comment' | 'reply' | 'commentLike' | 'mention' | 'reportActed' | 'reportKept' | 'signIn' | 'webhookOff' | 'resetLink' | 'joined' | 'eventTomorrow' | 'eventSoon' | 'eventMoved' | 'eventCancelled' | 'birthday' | 'album';
      actors_count: number; updated_at: string; read_at: string | null; post_id: number | null;
      caption: string | null; image_key: string | null; image_widths: number[] | null; image_public: boolean | null;
      actors: Person[]; excerpt: string; event: EventJson | null; shown: boolean; position: number;
    }>;
    actors: Statement<[user: number, notification: number, before: number, rows: number], {
      id: number; user_name: string; display_name: string | null; picture_key: string | null; bio: string;
      private: boolean; follow_state: FollowState; key_id: number; shown: boolean; position: number;
    }>;
    unreadCount: Statement<[user: number], { count: number }>;
    markAllRead: Statement<[user: number], { read_at: string }>;
    deliver: Statement<[rows: number], { recipients: number[]; rows: number }>;
    one: Statement<[user: number, id: number, pushed: boolean], {
      id: number;
      kind: 'follow' | 'accepted' | 'like' | 'comment' | 'reply' | 'commentLike' | 'mention' | 'reportActed' | 'reportKept' | 'signIn' | 'webhookOff' | 'resetLink' | 'joined' | 'eventTomorrow' | 'eventSoon' | 'eventMoved' | 'eventCancelled' | 'birthday' | 'album';
      post_id: number | null; actors_count: number; updated_at: string; actors: Person[]; position: number;
      event: EventJson | null; time_zone: string | null;
    }>;
  };
  pendingJobs: {
    record: Statement<[
      name: string, payloads: readonly (object | string | null)[], traceContext: object | string | null,
      dueAt: Date | string | null,
    ], {
      id: number;
    }>;
    recordMissed: Statement<[backupMadeAt: Date | string], { jobs: number }>;
    lease: Statement<[rows: number, seconds: number, names: readonly (string | null)[]], {
      id: number; name: string; payload: PendingJob['payload'];
    }>;
    done: Statement<[ids: readonly number[]], never>;
    waiting: Statement<[], { jobs: number; overdue_seconds: number }>;
  };
  polls: {
    locked: Statement<[viewer: number, poll: number], {
      id: number; multiple: boolean; message_id: number | null; author_id: number; post_id: number | null;
      chat_id: number | null; receiver_id: number | null; closed: boolean; option_ids: number[];
    }>;
    vote: Statement<[voter: number, poll: number, options: readonly number[]], { changed: boolean }>;
    details: Statement<[viewer: number, poll: number], { poll: PollJson }>;
    named: Statement<[viewer: number, poll: number], { id: number; message_id: number | null }>;
    voters: Statement<[viewer: number, poll: number, before: number, rows: number], {
      id: number; user_name: string; display_name: string | null; picture_key: string | null; bio: string;
      private: boolean; follow_state: FollowState; option_ids: number[]; key_id: number; shown: boolean;
      position: number;
    }>;
  };
  posts: {
    byUser: Statement<[viewer: number, author: number, at: Date | string, id: number, rows: number], {
      id: number; author_id: number; caption: string; location: string | null; created_at: string;
      edited_at: string | null; likes_count: number; comments_count: number; audience: Audience;
      frozen_at: string | null; commenters: 'everyone' | 'friends' | 'nobody'; expires_at: string | null;
      user_name: string; display_name: string | null; picture_key: string | null; image_id: number | null;
      image_alt: string | null; image_status: 'processing' | 'ready' | 'failed' | null; image_key: string | null;
      image_widths: number[] | null; image_width: number | null; image_height: number | null;
      image_thumbhash: string | null; image_media: 'picture' | 'video' | 'voice' | null;
      image_container: 'mp4' | 'webm' | null; image_duration_ms: number | null; image_failure: string | null;
      image_public: boolean; more_pictures: MorePicture[] | null; link: LinkPreviewJson | null;
      kind: 'event' | 'poll' | 'album' | null; event: EventJson | null; poll: PollJson | null;
      album: AlbumJson | null; own: boolean; liked_by_me: boolean; saved_by_me: boolean; shown: boolean;
      position: number;
    }>;
    newest: Statement<[viewer: number, at: Date | string, id: number, rows: number], {
      id: number; author_id: number; caption: string; location: string | null; created_at: string;
      edited_at: string | null; likes_count: number; comments_count: number; audience: Audience;
      frozen_at: string | null; commenters: 'everyone' | 'friends' | 'nobody'; expires_at: string | null;
      user_name: string; display_name: string | null; picture_key: string | null; image_id: number | null;
      image_alt: string | null; image_status: 'processing' | 'ready' | 'failed' | null; image_key: string | null;
      image_widths: number[] | null; image_width: number | null; image_height: number | null;
      image_thumbhash: string | null; image_media: 'picture' | 'video' | 'voice' | null;
      image_container: 'mp4' | 'webm' | null; image_duration_ms: number | null; image_failure: string | null;
      image_public: boolean; more_pictures: MorePicture[] | null; link: LinkPreviewJson | null;
      kind: 'event' | 'poll' | 'album' | null; event: EventJson | null; poll: PollJson | null;
      album: AlbumJson | null; own: boolean; liked_by_me: boolean; saved_by_me: boolean; shown: boolean;
      position: number;
    }>;
    create: Statement<[
      author: number, caption: string, location: string | null, clientId: string | null, maxInlineFanOut: number,
      traceContext: object | string | null, audience: Audience, commenters: Commenters,
      expiresAt: Date | string | null, words: readonly (string | null)[], awaited: number, frozen: boolean,
      maxFanOut: number, kind: PostKind | null,
    ], {
      id: number; job_id: number | null; followers_count: number;
    }>;
    show: Statement<[author: number, post: number, traceContext: object | string | null], { id: number }>;
    mention: Statement<[author: number, post: number, names: readonly (string | null)[]], { id: number }>;
    change: Statement<[
      author: number, post: number, caption: string, location: string | null, at: Date | string,
      audience: Audience | null, commenters: Commenters | null, frozen: boolean | null,
    ], {
      id: number; narrowed: boolean; before: Audience | null; before_frozen_at: string | null;
    }>;
    byIds: Statement<[viewer: number, posts: readonly number[]], {
      id: number; author_id: number; caption: string; location: string | null; created_at: string;
      edited_at: string | null; likes_count: number; comments_count: number; audience: Audience;
      frozen_at: string | null; commenters: 'everyone' | 'friends' | 'nobody'; expires_at: string | null;
      user_name: string; display_name: string | null; picture_key: string | null; image_id: number | null;
      image_alt: string | null; image_status: 'processing' | 'ready' | 'failed' | null; image_key: string | null;
      image_widths: number[] | null; image_width: number | null; image_height: number | null;
      image_thumbhash: string | null; image_media: 'picture' | 'video' | 'voice' | null;
      image_container: 'mp4' | 'webm' | null; image_duration_ms: number | null; image_failure: string | null;
      image_public: boolean; more_pictures: MorePicture[] | null; link: LinkPreviewJson | null;
      kind: 'event' | 'poll' | 'album' | null; event: EventJson | null; poll: PollJson | null;
      album: AlbumJson | null; own: boolean; liked_by_me: boolean; saved_by_me: boolean;
    }>;
    pictures: Statement<[viewer: number, post: number, after: number, rows: number], {
      id: number; position: number; alt: string | null; status: PictureStatus; key: string; widths: number[];
      width: number | null; height: number | null; thumbhash: string | null; media: MediaKind;
      container: Container | null; duration_ms: number | null; failure: string | null; adder_id: number;
      user_name: string; display_name: string | null; picture_key: string | null; album: boolean; public: boolean;
    }>;
    remove: Statement<[author: number, post: number, expired: boolean], {
      image_keys: string[]; before: Audience | null; before_frozen_at: string | null;
    }>;
    audienceOf: Statement<[viewer: number, post: number], {
      author_id: number; audience: 'public' | 'friends' | 'close' | 'private';
      kind: 'event' | 'poll' | 'album' | null; caption: string; written_at: string;
    }>;
  };
  publicPages: {
    listed: Statement<[anonymous: number, rows: number], { user_name: string }>;
  };
  push: {
    subscribe: Statement<[
      session: string, user: number, endpoint: string, p256dh: string, auth: string, language: Language | null,
      max: number,
    ], {
      session_id: string;
    }>;
    devices: Statement<[user: number, tag: string, session: string | null], {
      session_id: string; endpoint: string; p256dh: string; auth: string; language: 'en' | 'es' | 'pl';
      position: number;
    }>;
    recordSent: Statement<[session: string, endpoint: string, tag: string, position: number], never>;
    message: Statement<[user: number, id: number], {
      user_name: string; display_name: string | null; picture_key: string | null; unread_count: number;
      position: number; request: boolean; media: MediaKind | null;
    }>;
    chat: Statement<[user: number, id: number], {
      name: string | null; user_name: string; display_name: string | null; picture_key: string | null;
      unread_count: number; mentions: boolean; media: MediaKind | null; position: number;
    }>;
    chatMembers: Statement<[group: number], { id: number }>;
  };
  ranking: {
    begin: Statement<[], never>;
    changed: Statement<[likesSeen: number, commentsSeen: number, rows: number], {
      posts: number[]; changes: number[]; likes_seen: number; comments_seen: number; likes_to: number;
      comments_to: number; rows: number;
    }>;
    score: Statement<[posts: readonly number[], runAt: Date | string, kept: number], never>;
    older: Statement<[runAt: Date | string, posts: number], { posts: number[]; oldest: string | null }>;
    reweigh: Statement<[user: number, rows: number], never>;
    publish: Statement<[runAt: Date | string, max: number, kept: number], { id: number }>;
    popular: Statement<[viewer: number, rank: number, rows: number, snapshot: number | null], {
      snapshot_id: number; rank: number; id: number; author_id: number; caption: string; location: string | null;
      created_at: string; edited_at: string | null; likes_count: number; comments_count: number; audience: Audience;
      frozen_at: string | null; commenters: 'everyone' | 'friends' | 'nobody'; expires_at: string | null;
      user_name: string; display_name: string | null; picture_key: string | null; image_id: number | null;
      image_alt: string | null; image_status: 'processing' | 'ready' | 'failed' | null; image_key: string | null;
      image_widths: number[] | null; image_width: number | null; image_height: number | null;
      image_thumbhash: string | null; image_media: 'picture' | 'video' | 'voice' | null;
      image_container: 'mp4' | 'webm' | null; image_duration_ms: number | null; image_failure: string | null;
      image_public: boolean; more_pictures: MorePicture[] | null; link: LinkPreviewJson | null;
      kind: 'event' | 'poll' | 'album' | null; event: EventJson | null; poll: PollJson | null;
      album: AlbumJson | null; own: boolean; liked_by_me: boolean; saved_by_me: boolean; shown: boolean;
      position: number;
    }>;
  };
  server: {
    lock: Statement<[what: number], { locked: string | null }>;
    timeIn: Statement<[seconds: number], { at: string }>;
    facts: Statement<[], { version: string; bytes: number; connections: number; max_connections: number }>;
    restored: Statement<[], never>;
  };
  sessions: {
    find: Statement<[id: string], {
      id: string; user_id: number; seconds_left: number; last_seen_at: string; reauthenticated_at: string | null;
      user_name: string | null; disabled_at: string | null; deleted_at: string | null; email_confirmed: boolean;
      first_today: boolean;
    }>;
    ended: Statement<[ids: readonly (string | null)[]], { id: string }>;
    start: Statement<[
      id: string, user: number, passwordHash: string | null, device: string, expiresAt: Date | string,
      provenAt: Date | string | null, max: number, secondFactor: boolean, passkey: number | null,
    ], {
      ended: string[];
    }>;
    remember: Statement<[user: number, token: string, before: string | null, expiresAt: Date | string, max: number], never>;
    end: Statement<[user: number, kept: string | null, access: boolean], { id: string }>;
  };
  signInNotices: {
    add: Statement<[user: number, session: string, device: string, userAgent: string], { id: number }>;
    deny: Statement<[code: string], { user_id: number; email: string; auth_provider: 'email' | 'google' }>;
  };
  today: {
    posts: Statement<[
      viewer: number, from: Date | string, to: Date | string, starts: readonly (Date | string | null)[],
      ends: readonly (Date | string | null)[],
    ], {
      events: TodayEvent[]; polls: number[]; memories: number[];
    }>;
  };
  users: {
    byId: Statement<[viewer: number, id: number], {
      id: number; user_name: string; display_name: string | null; picture_key: string | null; bio: string;
      email: string | null; email_confirmed: boolean; newcomer: boolean; feed_read_at: string | null;
      identity_uid: string; auth_provider: 'email' | 'google'; language: 'en' | 'es' | 'pl';
      time_zone: string | null; posts_count: number; followers_count: number; following_count: number;
      created_at: string; private: boolean; messages_from: 'everyone' | 'following' | 'nobody';
      public_pages: 'off' | 'shown' | 'listed'; moderator: boolean; host: boolean; follow_state: FollowState;
      birthday: Birthday | null; birthday_for: 'friends' | 'followers' | 'nobody'; follows_me: boolean;
      muted_by_me: boolean; links: ProfileLink[];
    }>;
    byName: Statement<[viewer: number, name: string | null, uid: string | null], {
      id: number; user_name: string; display_name: string | null; picture_key: string | null; bio: string;
      email: string | null; email_confirmed: boolean; newcomer: boolean; feed_read_at: string | null;
      identity_uid: string; auth_provider: 'email' | 'google'; language: 'en' | 'es' | 'pl';
      time_zone: string | null; posts_count: number; followers_count: number; following_count: number;
      created_at: string; private: boolean; messages_from: 'everyone' | 'following' | 'nobody';
      public_pages: 'off' | 'shown' | 'listed'; moderator: boolean; host: boolean; follow_state: FollowState;
      birthday: Birthday | null; birthday_for: 'friends' | 'followers' | 'nobody'; follows_me: boolean;
      muted_by_me: boolean; links: ProfileLink[];
    }>;
    search: Statement<[viewer: number, from: string, to: string, after: string, rows: number], {
      id: number; user_name: string; display_name: string | null; picture_key: string | null; bio: string;
      private: boolean; follow_state: FollowState; shown: boolean; position: number;
    }>;
    suggested: Statement<[viewer: number, rows: number], {
      id: number; user_name: string; display_name: string | null; picture_key: string | null; bio: string;
      private: boolean; follow_state: FollowState;
    }>;
    birthdays: Statement<[viewer: number, months: readonly number[], days: readonly number[], rows: number], {
      id: number; user_name: string; display_name: string | null; picture_key: string | null; bio: string;
      private: boolean; follow_state: FollowState;
    }>;
  };
  webhooks: {
    attempted: Statement<[
      delivery: number, tries: number, status: number | null, delivered: boolean, nextSeconds: number | null,
      off: string | null,
    ], {
      queued: number; mailed: number; webhook_id: number; reason: string | null;
    }>;
    ofChat: Statement<[group: number, message: number], { record_webhooks: unknown | null }>;
    message: Statement<[user: number, id: number], {
      id: number; created_at: string; sender_id: number; user_name: string; display_name: string | null;
      picture_key: string | null; request: boolean; chat_id: number;
    }>;
  };
  words: {
    put: Statement<[post: number, words: readonly (string | null)[]], never>;
    posts: Statement<[
      viewer: number, words: readonly (string | null)[], from: string | null, to: string | null, before: number,
      rows: number, maxCompletions: number,
    ], {
      id: number; author_id: number; caption: string; location: string | null; created_at: string;
      edited_at: string | null; likes_count: number; comments_count: number; audience: Audience;
      frozen_at: string | null; commenters: 'everyone' | 'friends' | 'nobody'; expires_at: string | null;
      user_name: string; display_name: string | null; picture_key: string | null; image_id: number | null;
      image_alt: string | null; image_status: 'processing' | 'ready' | 'failed' | null; image_key: string | null;
      image_widths: number[] | null; image_width: number | null; image_height: number | null;
      image_thumbhash: string | null; image_media: 'picture' | 'video' | 'voice' | null;
      image_container: 'mp4' | 'webm' | null; image_duration_ms: number | null; image_failure: string | null;
      image_public: boolean; more_pictures: MorePicture[] | null; link: LinkPreviewJson | null;
      kind: 'event' | 'poll' | 'album' | null; event: EventJson | null; poll: PollJson | null;
      album: AlbumJson | null; own: boolean; liked_by_me: boolean; saved_by_me: boolean; key_id: number;
      shown: boolean; position: number;
    }>;
    tags: Statement<[viewer: number, from: string, to: string, after: string, rows: number], {
      word: string; posts_count: number; shown: boolean; position: number;
    }>;
    trending: Statement<[viewer: number, posts: number, rows: number], { word: string; posts_count: number }>;
    people: Statement<[
      viewer: number, from: string, to: string, rank: number, after: string, id: number, rows: number,
      bio: readonly (string | null)[],
    ], {
      id: number; user_name: string; display_name: string | null; picture_key: string | null; bio: string;
      private: boolean; follow_state: FollowState; shown: boolean; position: number; rank: number; part: string;
      key_id: number;
    }>;
  };
}
