/** Rows of the hot statements. Ids are numbers, times ISO 8601 strings. */

export interface UserRow {
  id: number;
  user_name: string;
  picture_key: string | null;
}

export interface UserListRow extends UserRow {
  bio: string;
  followed_by_me: boolean;
}

export interface FollowRow extends UserListRow {
  created_at: string;
}

export interface ProfileRow extends UserListRow {
  email: string;
  identity_uid: string;
  auth_provider: 'email' | 'google';
  language: 'en' | 'es' | 'pl';
  posts_count: number;
  followers_count: number;
  following_count: number;
  created_at: string;
  follows_me: boolean;
}

export interface PostRow {
  id: number;
  author_id: number;
  caption: string;
  location: string | null;
  created_at: string;
  likes_count: number;
  comments_count: number;
  user_name: string;
  picture_key: string | null;
  image_status: 'processing' | 'ready' | 'failed' | null;
  image_key: string | null;
  image_widths: number[] | null;
  image_width: number | null;
  image_height: number | null;
  image_thumbhash: string | null;
  liked_by_me: boolean;
}

export interface PopularRow extends PostRow {
  snapshot_id: number;
  rank: number;
}

export interface LikeRow {
  id: number;
  user_id: number;
  post_id: number;
  created_at: string;
}

/** What a toggle did: the count after it, whether anything changed, whether somebody was notified. */
export interface LikeChangeRow {
  author_id: number;
  likes_count: number;
  changed: boolean;
  notified: boolean;
}

export interface FollowChangeRow {
  followers_count: number;
  changed: boolean;
  notified: boolean;
  /** The outbox row of what is still to be done, if anything is. */
  outbox_id: number | null;
}

export interface CommentRow {
  id: number;
  post_id: number;
  content: string;
  created_at: string;
  author_id: number;
  user_name: string;
  picture_key: string | null;
}

export interface CommentCreatedRow extends CommentRow {
  changed: boolean;
  post_author_id: number;
  comments_count: number;
  notified: boolean;
}

export interface MessageRow {
  id: number;
  sender_id: number;
  receiver_id: number;
  content: string;
  created_at: string;
  client_id: string | null;
  read_by_receiver: boolean;
}

export interface ContactRow {
  contact_id: number;
  last_message_id: number;
  unread_count: number;
  user_name: string | null;
  picture_key: string | null;
  content: string | null;
  created_at: string | null;
  sender_id: number | null;
}

export interface NotificationRow {
  id: number;
  kind: 'follow' | 'like' | 'comment' | 'mention';
  actors_count: number;
  updated_at: string;
  read: boolean;
  post_id: number | null;
  caption: string | null;
  image_key: string | null;
  image_widths: number[] | null;
  actors: UserRow[];
  excerpt: string | null;
}

export interface SessionRow {
  id: string;
  user_id: number;
  expires_at: string;
  last_seen_at: string;
  reauthenticated_at: string | null;
  user_name: string | null;
  disabled_at: string | null;
  deleted_at: string | null;
}
