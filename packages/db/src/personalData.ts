/** Column names separated by spaces. */
type Names = string;

/** The treatment of a table's columns: each column is in exactly one of the four lists. */
interface Treatment {
  /**
   * The column that references the member. Without it, rows belong to the owner of a row that they reference, or to no member.
   */
  owner?: string;
  /** Contained in the member's export, and erased once the account is deleted and the job `users.erase` has run. */
  both?: Names;
  exported?: Names;
  /** The row is deleted, or the column is overwritten; not exported. */
  erased?: Names;
  neither?: Names;
}

/**
 * For each column, whether it is exported and whether it is erased. A new column must be added here: personalData.test.ts
 * compares this list with the tables and with what exports read, and apps/api/src/test/personalData.test.ts compares it with the
 * rows that remain after a deletion.
 */
export const personalData: Record<string, Treatment> = {
  // A row without personal data stays, so that messages keep a sender and ids are not reused.
  users: {
    owner: 'id',
    both: 'user_name display_name email bio picture_key posts_count followers_count following_count birth_month birth_day birthday_for time_zone',
    exported: 'id email_confirmed auth_provider language private messages_from public_pages created_at',
    erased: 'search_name identity_uid password_hash public_posts_count friends_posts_count inviter_id last_seen_on',
    neither: 'moderator host newcomer feed_read_at feed_since disabled_at operator_disabled_at deleted_at',
  },
  sessions: {
    owner: 'user_id',
    both: 'device created_at last_seen_at',
    erased: 'id user_id expires_at reauthenticated_at by_passkey',
  },
  tokens: {
    owner: 'user_id',
    both: 'name scopes created_at last_used_at expires_at',
    erased: 'id user_id token_hash',
  },
  profile_links: { owner: 'user_id', both: 'url position verified_at', erased: 'user_id check_at' },
  webhooks: {
    owner: 'user_id',
    both: 'url created_at succeeded_at off_since off_reason',
    erased: 'id user_id secret mailed_at',
  },
  webhook_deliveries: { erased: 'id webhook_id event subject_id created_at tries status answered_at next_at' },
  second_factors: { owner: 'user_id', erased: 'user_id secret confirmed_at last_step created_at' },
  recovery_codes: { owner: 'user_id', erased: 'user_id code_hash created_at' },
  log_in_challenges: { owner: 'user_id', erased: 'token_hash user_id proven_at tries expires_at' },
  passkeys: {
    owner: 'user_id',
    erased: 'id user_id credential_id public_key counter transports name created_at last_used_at',
  },
  passkey_challenges: { owner: 'user_id', erased: 'challenge_hash user_id expires_at' },
  sign_in_notices: { owner: 'user_id', erased: 'id user_id session_id device_hash device code_hash email created_at' },
  known_devices: { owner: 'user_id', erased: 'user_id token_hash expires_at' },
  password_resets: { owner: 'user_id', erased: 'code_hash user_id email mailed expires_at created_at' },
  email_confirmations: { owner: 'user_id', erased: 'code_hash user_id email expires_at created_at' },
  federated_identities: { owner: 'user_id', erased: 'uid issuer subject email user_id created_at' },
  pending_sign_ins: { erased: 'token_hash uid expires_at invitation_hash' },
  exports: { owner: 'user_id', erased: 'user_id year key status bytes created_at fetching_until expires_at' },
  uploads: { owner: 'user_id', erased: 'id user_id key size received part_names changed_at' },
  imports: {
    owner: 'user_id',
    erased:
      'id user_id key state source audience size received parts part_names found done skipped_count slice created_at changed_at',
  },
  import_items: { erased: 'id import_id post what why' },
  import_gaps: { erased: 'id import_id post' },
  invitations: { owner: 'inviter_id', erased: 'id code_hash inviter_id uses uses_left created_at expires_at' },

  posts: {
    owner: 'author_id',
    both: 'id client_id caption location audience frozen_at commenters image_id likes_count comments_count created_at edited_at expires_at kind',
    erased: 'author_id hidden_at more_pictures awaited shown_from fanned_out link_preview_id',
  },
  // The text of a post, comment or message contains the link itself.
  link_previews: {
    owner: 'user_id',
    erased: 'id user_id url title description site_name image_id read_at check_at created_at',
  },
  events: {
    both: 'starts_at ends_at time_zone place cancelled_at',
    erased: 'post_id changed_at notified_at yes_count maybe_count no_count',
  },
  event_answers: { owner: 'user_id', both: 'post_id answer answered_at', erased: 'user_id reminded_for' },
  calendar_feeds: { owner: 'user_id', erased: 'user_id token_hash created_at' },
  // The poll of a post goes with the post; that of a message stays with the message.
  polls: { exported: 'post_id multiple named closes_at voters_count', neither: 'id message_id' },
  poll_options: { exported: 'text votes_count', neither: 'id poll_id position' },
  poll_votes: { owner: 'user_id', both: 'created_at', erased: 'option_id user_id' },
  post_words: { erased: 'post_id word author_id restricted_to' },
  // A hash of the name stays, so that nobody else takes it.
  user_names: { owner: 'user_id', neither: 'key_hash user_id taken_at freed_at' },
  bio_words: { owner: 'user_id', erased: 'user_id word' },
  user_name_parts: { owner: 'user_id', erased: 'user_id part' },
  // An export contains the picture itself instead of the key.
  images: {
    owner: 'owner_id',
    both: 'key widths position alt media container',
    erased:
      'id owner_id kind post_id chat_id client_id duration_ms peaks listened_at failure status attempts width height thumbhash bytes created_at',
  },
  likes: { owner: 'user_id', both: 'post_id created_at', erased: 'id user_id weight' },
  // A comment with replies is kept without text and author.
  comments: {
    owner: 'author_id',
    both: 'id post_id parent_id content created_at edited_at likes_count replies_count',
    erased: 'author_id client_id hidden_at link_preview_id',
  },
  bookmarks: { owner: 'user_id', both: 'post_id created_at', erased: 'id user_id' },
  comment_likes: { owner: 'user_id', both: 'comment_id created_at', erased: 'user_id' },

  // Follows are in the export of both members.
  follows: { owner: 'follower_id', both: 'created_at', erased: 'follower_id followed_id' },
  follow_requests: { owner: 'follower_id', both: 'created_at', erased: 'follower_id followed_id' },
  blocks: { owner: 'blocker_id', both: 'created_at', erased: 'blocker_id blocked_id' },
  mutes: { owner: 'muter_id', both: 'until created_at', erased: 'muter_id muted_id' },
  close_friends: { owner: 'owner_id', both: 'created_at', erased: 'owner_id friend_id' },
  feed_entries: { owner: 'user_id', erased: 'user_id created_at post_id author_id' },

  // A sent message also belongs to its receiver: it stays in their conversation, without the name of the deleted sender.
  messages: {
    owner: 'sender_id',
    exported: 'sender_id content read_at created_at edited_at deleted_at image_id post_id',
    erased: 'link_preview_id',
    neither: 'id receiver_id chat_id client_id reply_to_id event subject_id poll',
  },
  // A chat belongs to its members; a group is deleted when its last member leaves.
  chats: { exported: 'name', neither: 'id kind lower_id higher_id maker_id last_id created_at image_id' },
  memberships: {
    owner: 'user_id',
    both: 'joined_at muted_until pinned_at archived_at',
    erased: 'chat_id user_id contact_id from_id read_id last_message_id mention_id unread_count request',
  },
  message_words: { neither: 'message_id word chat_id' },
  message_reactions: { owner: 'user_id', both: 'emoji created_at', erased: 'message_id user_id' },
  notifications: {
    owner: 'recipient_id',
    erased: 'id recipient_id kind post_id day actors_count unlisted_count read_at updated_at read_event_id',
  },
  notification_events: {
    owner: 'recipient_id',
    both: 'kind post_id created_at',
    erased: 'id notification_id recipient_id actor_id comment_id',
  },
  // These rows are delivered and deleted within seconds.
  pending_notifications: { neither: 'id recipient_id kind actor_id post_id comment_id created_at' },
  notification_settings: {
    owner: 'user_id',
    both: 'enabled messages tags followers likes comments joins events birthdays',
    erased: 'user_id',
  },
  push_subscriptions: {
    owner: 'user_id',
    erased: 'session_id user_id endpoint p256dh auth language failures created_at',
  },
  push_sent: { erased: 'session_id tag position sent_at' },

  // Moderators' decisions are kept, without the texts and pictures that they were about.
  cases: {
    owner: 'author_id',
    erased: 'snapshot',
    neither: 'id kind subject_id author_id outcome created_at decided_at',
  },
  reports: { owner: 'reporter_id', erased: 'id case_id reporter_id kind subject_id reason words created_at' },
  // The log names hosts and members by their accounts, which have no name any more after a deletion.
  host_log: { owner: 'by_id', neither: 'id by_id action member_id details at' },
  moderation_log: { owner: 'moderator_id', neither: 'id case_id moderator_id action note at' },

  // Not personal: the ranking is recomputed from public posts every minute.
  popular_posts: { neither: 'post_id created_at hotness' },
  popular_entries: { neither: 'snapshot_id rank post_id score' },
  popular_snapshots: { neither: 'id run_at created_at' },
  popular_changes: { neither: 'id post_id' },
  popular_progress: { neither: 'one likes_to comments_to rebuild_before' },
  pending_jobs: { neither: 'id name payload due_at' },
  founding: { neither: 'one at' },
  server_settings: {
    neither:
      'one name description rules picture_key sign_up public_pages announce_joins show_members member_invitations link_previews max_video_seconds max_video_bytes set_up',
  },
  server_state: {
    neither:
      'one community restored_at mail_sent_at mail_failed_at mail_error backed_up_at backup_file backup_bytes backup_failed_at backup_error',
  },
  server_secrets: { neither: 'name value created_at' },
};

/** The columns that `personalData` has in the given lists, as `table.column`. */
export const columnsThatAre = (...lists: ('both' | 'exported' | 'erased' | 'neither')[]): string[] =>
  Object.entries(personalData).flatMap(([table, treatment]) =>
    lists.flatMap((list) => (treatment[list]?.split(' ') ?? []).map((column) => `${table}.${column}`)),
  );
