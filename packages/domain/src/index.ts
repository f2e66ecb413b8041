export { albumZip } from './albums/albumZip.ts';
export { idOfMember } from './auth/actor.ts';
export { type ChangePasswordInput, changePassword } from './auth/changePassword.ts';
export { changeEmail, confirmEmail, requestConfirmation, sendConfirmation } from './auth/confirmEmail.ts';
export { chooseUserName, type FederatedResult, isOwnIdentity, signInFederated } from './auth/federated.ts';
export { type LogInInput, logIn } from './auth/logIn.ts';
export { logInBySecondFactor } from './auth/logInChallenge.ts';
export {
  addPasskey,
  beginPasskey,
  beginPasskeyLogIn,
  listPasskeys,
  logInByPasskey,
  reauthenticateByPasskey,
  removePasskey,
  renamePasskey,
} from './auth/passkeys.ts';
export { confirmPasswordReset, requestPasswordReset, sendPasswordReset } from './auth/passwordReset.ts';
export { markReauthenticated, reauthenticate } from './auth/reauthenticate.ts';
export {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  removeSecondFactorAsOperator,
  renewRecoveryCodes,
} from './auth/secondFactor.ts';
export {
  endedSessions,
  listSessions,
  logOut,
  type ResolvedSession,
  resolveSession,
  revokeSession,
  signOutEverywhere,
} from './auth/sessions.ts';
export { denySignIn, sendSignInNotice } from './auth/signInNotices.ts';
export {
  createToken,
  createTokenAsOperator,
  isAccessToken,
  listTokens,
  requireScope,
  resolveAccessToken,
  revokeToken,
} from './auth/tokens.ts';
export { birthdaysToday, notifyBirthdays } from './birthdays/birthdays.ts';
export { blockUser, listBlocks, unblockUser } from './blocks.ts';
export { addBookmark, listBookmarks, removeBookmark } from './bookmarks.ts';
export { addMember, eraseChat, removeMember } from './chats/chatMembers.ts';
export { groupPicture } from './chats/groupPicture.ts';
export { openChat } from './chats/openChats.ts';
export { countUnreadMessages, getChat, listChats, listContacts } from './chats/readChats.ts';
export { acceptRequest, declineRequest, updateChat } from './chats/writeChats.ts';
export { addCloseFriend, listCloseFriends, removeCloseFriend } from './closeFriends.ts';
export {
  countComments,
  createComment,
  deleteComment,
  likeComment,
  listComments,
  listReplies,
  unlikeComment,
  updateComment,
} from './comments.ts';
export { type Actor, type Context, type DomainSettings, hasScope, type KnownActor } from './context.ts';
export { recountCounters } from './counters.ts';
export type { PageInput } from './cursor.ts';
export { Refusal, type RefusalCode, type RefusalKind, refusals, restCodeOf } from './errors.ts';
export { answerEvent, listGuests } from './events/answers.ts';
export { listCalendar, readCalendarFeed, removeCalendarFeed, renewCalendarFeed } from './events/calendarFeed.ts';
export { listEvents } from './events/listEvents.ts';
export { notifyGuests } from './events/notifyGuests.ts';
export { removeExpired } from './expired.ts';
export { createExport, downloadExport, readExport, removeExport, requestExport } from './exports/userExport.ts';
export { writeExport } from './exports/writeExport.ts';
export { backfillFeed, fanOutPost, rebuildFeeds, trimFeeds } from './feed/fillFeeds.ts';
export { homeFeed, markFeedRead } from './feed/homeFeed.ts';
export {
  acceptFollow,
  acceptWaiting,
  countFollowRequests,
  declineFollow,
  listFollowRequests,
} from './followRequests.ts';
export {
  countFollowers,
  countFollowing,
  follow,
  listFollowers,
  listFollowing,
  listFriends,
  unfollow,
} from './follows.ts';
export { disableMember, enableMember, setHost, setModerator } from './host/changeMembers.ts';
export { changeServer, readHostSettings, removeServerPicture, serverPicture } from './host/changeServer.ts';
export { appendToLog, appointFirstHost } from './host/hosts.ts';
export { listAllInvitations, listHostInvitations, revokeAnyInvitation } from './host/invitations.ts';
export { listHostLog } from './host/log.ts';
export {
  changeJobs,
  confirmRestoreAsHost,
  dropJob,
  listBackups,
  listFailedJobs,
  retryJob,
  sendTestMailToHost,
  startBackup,
} from './host/maintenance.ts';
export { listMembers } from './host/members.ts';
export {
  appointHost,
  appointModerator,
  confirmMember,
  createMember,
  deleteMember,
  disableUser,
  enableUser,
  exportMember,
  listMembersAsOperator,
} from './host/operatorAccounts.ts';
export { readOverview } from './host/overview.ts';
export { makeResetLink, sendResetLinkNotice } from './host/resetLink.ts';
export { escapeHtml } from './html.ts';
export { fetchFile, originalKey, posterKey, removeImages } from './images/imageFiles.ts';
export { renameImage, resumeImages, sweepImages, sweepSeconds } from './images/imageMaintenance.ts';
export { formatBytes, maxImageBytes } from './images/imageRules.ts';
export {
  beginAttempt,
  endAttempt,
  failImage,
  findImageToProcess,
  finishImage,
  maxAttempts,
  maxDeaths,
  type ProcessedImage,
  recordProcessingAgain,
  recordTranscoding,
} from './images/imageStatus.ts';
export { containerOf } from './images/mediaFormat.ts';
export { isPicturePublic, readSignature, seesChatPicture } from './images/pictureAddresses.ts';
export type { PictureFields, PictureHandler, PictureHandlers } from './images/pictureHandler.ts';
export { receiveUpload } from './images/receiveUpload.ts';
export type { MakePicture } from './imports/importPost.ts';
export { removeArchive, runImport, sweepImports } from './imports/runImport.ts';
export {
  cancelImport,
  latestImport,
  openImport,
  readArchiveUpload,
  readImport,
  receiveArchive,
} from './imports/uploads.ts';
export { invite, inviteAsOperator, listInvitations, listJoined, listNewest, revokeInvitation } from './invitations.ts';
export type { Job, JobName, JobPayloads } from './jobs.ts';
export { countLikes, likePost, listLikedByFriends, listLikers, listLikes, unlikePost } from './likes.ts';
export {
  allCalls,
  correctPasswords,
  limit,
  limitCreation,
  limitMember,
  messagesPerGroup,
  missingPictures,
  signUpsPerAddress,
  unconfirmedLimits,
  unknownTokens,
  userLimits,
} from './limits.ts';
export { previewLink } from './linkPreviews/previewLink.ts';
export { readLinkPreview } from './linkPreviews/readLinkPreview.ts';
export type { LiveEvent, LiveEventName, LivePayloads } from './live.ts';
export {
  type LiveDelivery,
  type PostEvent,
  postReaders,
  readLiveDelivery,
  readMissed,
  readPostDelivery,
} from './liveDelivery.ts';
export {
  addReaction,
  deleteMessage,
  editMessage,
  markListened,
  readMessage,
  removeReaction,
} from './messages/changeMessages.ts';
export { messagePicture, voiceMessage } from './messages/messagePicture.ts';
export {
  listChatMessages,
  listConversation,
  listReaders,
  listSentMessages,
  withoutPost,
} from './messages/readMessages.ts';
export { searchMessages } from './messages/searchMessages.ts';
export {
  announceTyping,
  markChatRead,
  markConversationRead,
  markMessageRead,
  sendMessage,
  sendToChat,
} from './messages/writeMessages.ts';
export { createReport, decideCase, listCases, listDecisions, listModerators, undoDecision } from './moderation.ts';
export { listMutes, muteUser, unmuteUser } from './mutes.ts';
export {
  changeNotificationSettings,
  countUnreadNotifications,
  deliverNotifications,
  listNotificationActors,
  listNotifications,
  markNotificationsRead,
  readNotificationSettings,
} from './notifications.ts';
export { countUnknownJobs, deleteJobRecord, postponeJob, relayPendingJobs } from './pendingJobs.ts';
export { pictureHandlers } from './pictureHandlers.ts';
export { closePoll, listVoters, vote } from './polls/vote.ts';
export type * from './ports.ts';
export { changePostImage, removePostImage } from './posts/changePictures.ts';
export { deletePost, expirePost, updatePost } from './posts/changePost.ts';
export { createPost, showPost } from './posts/createPost.ts';
export { erasePosts } from './posts/erasePosts.ts';
export { postPicture } from './posts/postPicture.ts';
export { countUserPosts, listPostImages, listPosts, listUserPosts, readPost } from './posts/readPosts.ts';
export { isWarning, type Problem, type ProblemCode, type ProblemValue, problemCodes, problemText } from './problems.ts';
export { checkOldProfileLinks, checkProfileLinks } from './profileLinks.ts';
export { listPublicMembers, type PublicAuthor, readPublicPost, readPublicProfile } from './publicPages.ts';
export { renewPushKeys, subscribeDevice, unsubscribeDevice } from './push/devices.ts';
export { pushKeys, readPushKey } from './push/keys.ts';
export { pushToChat, sendPush } from './push/sendPush.ts';
export { listPopular, periodSeconds, publishRanking, scorePosts, startRanking } from './ranking.ts';
export { openCursor, sealCursor } from './sealedCursor.ts';
export {
  listTagPosts,
  listTrendingTags,
  search,
  searchBest,
  searchPeople,
  searchPosts,
  searchTags,
} from './search/search.ts';
export { newToken } from './secrets.ts';
export { readServer } from './server/readServer.ts';
export {
  forgetServerSettings,
  readLastServerSettings,
  readServerSettings,
  type ServerSettingsValues,
} from './server/serverSettings.ts';
export {
  confirmRestore,
  keepFilesOfCopy,
  noteState,
  recordMails,
  type ServerState,
  serverState,
} from './serverState.ts';
export { sendTestMail } from './testMail.ts';
export { readToday } from './today/readToday.ts';
export {
  type Count,
  currentTraceContext,
  recordCount,
  splitJobData,
  type TraceContext,
  withTraceContext,
} from './traceContext.ts';
export { openUpload, readUpload, receiveChunk, removeUploadParts } from './uploads/uploads.ts';
export { deleteUser, eraseUser } from './users/deleteUser.ts';
export { signUp, updateUser, userNameAvailable } from './users/ownAccount.ts';
export { profilePicture } from './users/profilePicture.ts';
export { readOwnUser, readUser, searchUsers, suggestUsers } from './users/readUsers.ts';
export { deliverWebhook, resumeWebhooks } from './webhooks/deliver.ts';
export { sendWebhookOffNotice } from './webhooks/offNotice.ts';
export {
  createWebhook,
  enableWebhook,
  listWebhooks,
  removeWebhook,
  testWebhook,
  type WebhookOwner,
} from './webhooks/webhooks.ts';
export { readYear, requestYear } from './year/year.ts';
