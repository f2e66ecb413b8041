import type { OwnUser, UserListItem, UserProfile, UserSummary } from '@kith/contracts';
import type { ProfileRow, User, UserListRow, UserRow } from '@kith/db';
import type { DomainSettings } from '../context.ts';
import type { PictureAddress } from '../images/pictureAddresses.ts';

/** A profile picture's public address at 256 px; 64, 128 and 512 are in the same folder. */
export const pictureUrl = (settings: DomainSettings, key: string | null): string | null =>
  key === null ? null : `${settings.mediaUrl}/${key}/256.webp`;

/** The maximum width in pixels of a post's picture in the row of a list, as in notifications. */
export const smallImage = 320;

/**
 * The URL of a post's picture: of the largest variant up to `maxWidth` px wide or, if all are wider, of the smallest. Null if
 * there is no picture.
 */
export function postImageUrl(at: PictureAddress | null, widths: number[] | null, maxWidth = 1080): string | null {
  if (at === null || widths === null || widths.length === 0) return null;
  const fitting = widths.filter((width) => width <= maxWidth);
  return `${at.folder}/${fitting.length > 0 ? Math.max(...fitting) : Math.min(...widths)}.webp${at.query}`;
}

export const userSummary = (settings: DomainSettings, row: UserRow): UserSummary => ({
  userId: row.id,
  userName: row.user_name,
  displayName: row.display_name,
  profilePicture: pictureUrl(settings, row.picture_key),
});

/** The summary of a member who was read as an entity; null for nobody, and for a deleted member. */
export const summaryOfUser = (settings: DomainSettings, user: User | null | undefined): UserSummary | null =>
  user?.userName && !user.deletedAt
    ? {
        userId: user.id,
        userName: user.userName,
        displayName: user.displayName ?? null,
        profilePicture: pictureUrl(settings, user.pictureKey ?? null),
      }
    : null;

export const userListItem = (settings: DomainSettings, row: UserListRow): UserListItem => ({
  ...userSummary(settings, row),
  bio: row.bio,
  followedByMe: row.follow_state === 'following',
  followState: row.follow_state,
  visibility: row.private ? 'private' : 'public',
});

export const userProfile = (settings: DomainSettings, row: ProfileRow): UserProfile => ({
  ...userListItem(settings, row),
  links: row.links,
  postsCount: row.posts_count,
  followersCount: row.followers_count,
  followingCount: row.following_count,
  followsMe: row.follows_me,
  mutedByMe: row.muted_by_me,
  birthday: row.birthday,
  createdAt: row.created_at,
});

export const ownUser = (settings: DomainSettings, row: ProfileRow): OwnUser => ({
  ...userProfile(settings, row),
  email: row.email,
  emailConfirmed: row.email !== null && (row.email_confirmed || !settings.confirmEmail),
  firebaseUid: row.identity_uid,
  authProvider: row.auth_provider,
  messagesFrom: row.messages_from,
  publicPages: row.public_pages,
  birthdayFor: row.birthday_for,
  timeZone: row.time_zone,
  moderator: row.moderator,
  host: row.host,
  newcomer: row.newcomer,
  feedReadAt: row.feed_read_at,
});
