import type { OwnUser, UserListItem, UserProfile, UserSummary } from '@kith/contracts';
import type { ProfileRow, UserListRow, UserRow } from '@kith/db';
import type { DomainSettings } from '../context.ts';
import { pictureUrl } from '../media.ts';

export const userSummary = (settings: DomainSettings, row: UserRow): UserSummary => ({
  userId: row.id,
  userName: row.user_name,
  profilePicture: pictureUrl(settings, row.picture_key),
});

export const userListItem = (settings: DomainSettings, row: UserListRow): UserListItem => ({
  ...userSummary(settings, row),
  bio: row.bio,
  followedByMe: row.follow_state === 'following',
  followState: row.follow_state,
});

export const userProfile = (settings: DomainSettings, row: ProfileRow): UserProfile => ({
  ...userListItem(settings, row),
  postsCount: row.posts_count,
  followersCount: row.followers_count,
  followingCount: row.following_count,
  followsMe: row.follows_me,
  private: row.private,
  createdAt: row.created_at,
});

export const ownUser = (settings: DomainSettings, row: ProfileRow): OwnUser => ({
  ...userProfile(settings, row),
  email: row.email,
  firebaseUid: row.identity_uid,
  authProvider: row.auth_provider,
});
