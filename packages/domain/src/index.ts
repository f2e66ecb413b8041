export { relayPendingJobs } from './afterCommit.ts';
export { type ChangePassword, changePassword } from './auth/changePassword.ts';
export { chooseUserName } from './auth/chooseUserName.ts';
export { confirmPasswordReset } from './auth/confirmPasswordReset.ts';
export { setUserDisabled } from './auth/disableUser.ts';
export { logOut, revokeSession } from './auth/endSessions.ts';
export { signUpsPerAddress } from './auth/limits.ts';
export { listSessions } from './auth/listSessions.ts';
export { type LogIn, logIn } from './auth/logIn.ts';
export { markReauthenticated, reauthenticate } from './auth/reauthenticate.ts';
export { requestPasswordReset } from './auth/requestPasswordReset.ts';
export { type ResolvedSession, resolveSession } from './auth/resolveSession.ts';
export { sendPasswordReset } from './auth/sendPasswordReset.ts';
export { type FederatedResult, isOwnIdentity, signInFederated } from './auth/signInFederated.ts';
export { stillValidSessions } from './auth/stillValid.ts';
export { createComment, deleteComment } from './comments/createComment.ts';
export { countComments, listComments } from './comments/listComments.ts';
export type { Actor, Context, DomainSettings } from './context.ts';
export type { PageInput } from './cursor.ts';
export { Refusal, type RefusalCode, type RefusalKind } from './errors.ts';
export { fetchExport, makeExport, readExport, requestExport } from './exports/memberExport.ts';
export { writeExport } from './exports/writeExport.ts';
export { backfillFeed, fanOutPost } from './feed/fillFeeds.ts';
export { homeFeed } from './feed/homeFeed.ts';
export { follow, unfollow } from './follows/follow.ts';
export { followedIds } from './follows/followedIds.ts';
export {
  acceptFollow,
  acceptWaiting,
  countFollowRequests,
  declineFollow,
  listFollowRequests,
  removeFollower,
} from './follows/followRequests.ts';
export { countFollowers, countFollowing, listFollowers, listFollowing } from './follows/listFollows.ts';
export { maxImageBytes } from './images/imageRules.ts';
export { isImageHidden } from './images/isHidden.ts';
export {
  beginAttempt,
  discardImage,
  endAttempt,
  failImage,
  findImageToProcess,
  finishImage,
  maxAttempts,
  type ProcessedImage,
} from './images/processImage.ts';
export { removeImages, sweepImages, sweepSeconds } from './images/removeImages.ts';
export { attachPostImage, attachProfilePicture, originalKey, takeUpload } from './images/takeUpload.ts';
export { type Job, type JobName, type JobPayloads, jobNames } from './jobs.ts';
export { likePost, unlikePost } from './likes/likePost.ts';
export { countLikes, listLikes } from './likes/listLikes.ts';
export { limit } from './limit.ts';
export { allCalls, memberLimits } from './limits.ts';
export type { LiveEvent, LiveEventName, LivePayloads } from './live.ts';
export { rebuildFeeds, trimFeeds } from './maintenance/keepFeeds.ts';
export { recountCounters } from './maintenance/recountCounters.ts';
export { removeExpired } from './maintenance/removeExpired.ts';
export { resumeImages } from './maintenance/resumeImages.ts';
export { announceTyping } from './messages/announceTyping.ts';
export { countUnreadMessages, listContacts } from './messages/listContacts.ts';
export { listConversation, listSentMessages } from './messages/listMessages.ts';
export { markConversationRead, markMessageRead } from './messages/markRead.ts';
export { sendMessage } from './messages/sendMessage.ts';
export {
  countUnreadNotifications,
  listNotifications,
  markNotificationsRead,
} from './notifications/listNotifications.ts';
export { listPopular } from './popular/listPopular.ts';
export { publishRanking } from './popular/publishRanking.ts';
export { scorePosts } from './popular/scorePosts.ts';
export { periodSeconds, startRanking } from './popular/startRanking.ts';
export type {
  Clock,
  FileContent,
  FileStorage,
  JobQueue,
  LimitRule,
  LiveBus,
  Log,
  Mail,
  Mailer,
  RateLimiter,
} from './ports.ts';
export { countUserPosts } from './posts/countUserPosts.ts';
export { createPost } from './posts/createPost.ts';
export { deletePost } from './posts/deletePost.ts';
export { listPosts, listUserPosts } from './posts/listPosts.ts';
export { readPost } from './posts/readPost.ts';
export { updatePost } from './posts/updatePost.ts';
export { readLiveItem } from './stream/liveItem.ts';
export { missedMessages, streamPosition } from './stream/resume.ts';
export { alongTrail, currentTrail, type Trail, takeTrail } from './trail.ts';
export { blockUser, listBlocks, listMutes, muteUser, unblockUser, unmuteUser } from './users/blocks.ts';
export { deleteUser } from './users/deleteUser.ts';
export { eraseUser } from './users/eraseUser.ts';
export { readOwnUser, readUser } from './users/readUser.ts';
export { searchUsers } from './users/searchUsers.ts';
export { signUp } from './users/signUp.ts';
export { suggestUsers } from './users/suggestUsers.ts';
export { updateUser } from './users/updateUser.ts';
export { userNameAvailable } from './users/userNameAvailable.ts';
