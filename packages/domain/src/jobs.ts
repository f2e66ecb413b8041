import { type Language, translate } from './i18n/translate.ts';

/**
 * Every job by name, with its payload. The worker's registry maps each name to a handler, so a missing handler is a compile
 * error.
 */
export interface JobPayloads {
  /**
   * Processes an uploaded image into WebP variants and a thumbhash. Members are served round robin: everybody's first waiting
   * picture comes before anybody's second. A video that waits to be converted is only processed once it is.
   */
  'images.process': { imageId: number; round?: number; converted?: true };
  /** Converts a video that browsers do not play, at low priority, and then records the job that processes it. */
  'images.transcode': { imageId: number };
  /** Records new jobs for images whose job was lost. */
  'images.resume': Record<string, never>;
  /** Deletes the stored files of images whose rows are gone. */
  'images.remove': { keys: string[] };
  /**
   * Moves a picture to a new storage key after the audience of its post was narrowed, so that the picture's old URLs stop
   * working.
   */
  'images.rename': { imageId: number; from: string; to: string };
  /** Deletes stored files that have no row; each run checks one slice of the files. */
  'images.sweep': Record<string, never>;
  /**
   * Mails a reset link if the address has an account with a password; queued for every address, so that the response reveals
   * nothing.
   */
  'auth.sendPasswordReset': { email: string };
  /** Mails the link that confirms an account's address, if the address is still unconfirmed. */
  'auth.sendConfirmation': { userId: number };
  /** Mails a member that a host has made a link for a new password. */
  'auth.sendResetLinkNotice': { userId: number };
  /** Mails the notice of a log-in from an unknown browser. */
  'auth.sendSignInNotice': { noticeId: number };
  /** Writes a post into the feeds of its author's followers. */
  'feed.fanOut': { postId: number };
  /** Copies a newly followed user's posts into the follower's feed. */
  'feed.backfill': { followerId: number; followedId: number };
  /**
   * Pushes an unread item to a member's devices, or to one of them. `id` is the sender of a message, the group of messages, the
   * notification, or the member who sent a follow request.
   */
  'push.send': {
    userId: number;
    about: 'message' | 'chat' | 'notification' | 'request';
    id: number;
    /** In a retry: the session of the only device to push to. */
    sessionId?: string;
    /** The number of previous attempts. */
    tries?: number;
  };
  /**
   * Sends an event to a webhook of a member, or of the server (`ownerId` is 0). `attempt` is the number of completed attempts.
   */
  'webhooks.deliver': { ownerId: number; deliveryId: number; attempt: number };
  /** Mails a member that their webhook is switched off. */
  'webhooks.sendOffNotice': { webhookId: number };
  /** Records new jobs for deliveries whose job was lost. */
  'webhooks.resume': Record<string, never>;
  /** Checks whether the pages that a member's profile links to link back to the profile. */
  'profileLinks.check': { userId: number };
  /** Records jobs for the checks of links that are due. */
  'profileLinks.checkOld': Record<string, never>;
  /** Reads the page of a link in a member's text, unless it was read within the last days, and its picture. */
  'linkPreviews.read': { previewId: number; userId: number };
  /** Pushes a message of a group to the devices and webhooks of its members. */
  'chats.push': { chatId: number; messageId: number };
  /** Deletes a group that has no members. */
  'chats.erase': { chatId: number };
  /** Accepts all follow requests to a user who is no longer private. */
  'follows.acceptWaiting': { userId: number };
  /** Deletes feed entries that are not needed. */
  'feed.trim': Record<string, never>;
  /** Deletes the data of a deleted user, except sent messages; can be interrupted and run again. */
  'users.erase': { userId: number };
  /** Publishes a post that has waited a minute for its pictures. */
  'posts.show': { postId: number };
  /**
   * Reminds the guests of an event, or tells them that it is moved or called off. `at` is when the event begins, for a reminder;
   * otherwise when it was changed. `due` is when a reminder is due: of several that are due at the same time, one runs.
   */
  'events.notify': {
    postId: number;
    kind: 'eventTomorrow' | 'eventSoon' | 'eventMoved' | 'eventCancelled';
    at: string;
    due?: string;
  };
  /** Deletes an expired post. */
  'posts.expire': { postId: number };
  /** Deletes everything that belongs to a deleted post, or to all deleted posts; can be interrupted and run again. */
  'posts.erase': { postId?: number };
  /** Scores posts with new likes or comments since the last run, and publishes the highest scores as a snapshot. */
  'popular.start': Record<string, never>;
  /** Adds pending jobs to the queue that their recording process did not add in time. */
  'pendingJobs.relay': Record<string, never>;
  /** Notifies friends of the birthdays of today. */
  'birthdays.notify': Record<string, never>;
  /** Recounts stored counters, corrects them and reports how many differed. */
  'counters.recount': Record<string, never>;
  /** Deletes expired rows such as sessions and codes, and orphaned export archives. */
  'expired.remove': Record<string, never>;
  /** Creates the export of one member's data, or the page of a year; its months are those of the time zone. */
  'exports.make': { userId: number; key: string; timeZone?: string };
  /** Deletes the archive of a deleted export. */
  'exports.remove': { key: string };
  /** Deletes the parts of an upload that was used, replaced or abandoned. */
  'uploads.remove': { key: string };
  /** Imports posts of an archive for some seconds; the next job continues. */
  'imports.run': { importId: number; slice: number };
  /** Deletes the archive of an import that has ended. */
  'imports.remove': { key: string };
  /** Makes a backup, if the settings schedule them or a host has asked for one. */
  'backups.make': { asked?: true };
}

export type JobName = keyof JobPayloads;

/** A job for the queue, which deduplicates jobs by `id`. `record` is the row of the table of pending jobs. */
export type Job = { [N in JobName]: { name: N; payload: JobPayloads[N]; id?: string; record?: number } }[JobName];

/** The deduplication key of jobs that may be recorded more than once for the same work. */
const workOf: { [N in JobName]?: (payload: JobPayloads[N]) => string | undefined } = {
  'images.process': ({ imageId }) => `image-${imageId}`,
  'images.transcode': ({ imageId }) => `video-${imageId}`,
  'webhooks.deliver': ({ deliveryId, attempt }) => `webhook-${deliveryId}-${attempt}`,
  'backups.make': () => 'backup',
  'linkPreviews.read': ({ previewId }) => `link-${previewId}`,
  // An event that is moved to and fro has recorded its reminders each time.
  'events.notify': ({ postId, kind, at, due }) => due && `${kind}-${postId}-${Date.parse(at)}-${Date.parse(due)}`,
  // If the job of a slice seems to be lost, it is recorded a second time.
  'imports.run': ({ importId, slice }) => `import-${importId}-${slice}`,
};

/** The id by which the queue deduplicates a recorded job until it is done. */
export function idOfJob<N extends JobName>(job: { name: N; payload: JobPayloads[N] }, recorded: number): string {
  return workOf[job.name]?.(job.payload) ?? `job-${recorded}`;
}

/** Every job name, to recognise names that only another version knows. */
const everyJobName: Record<JobName, true> = {
  'images.process': true,
  'images.resume': true,
  'images.remove': true,
  'images.transcode': true,
  'images.rename': true,
  'images.sweep': true,
  'auth.sendPasswordReset': true,
  'auth.sendConfirmation': true,
  'auth.sendResetLinkNotice': true,
  'auth.sendSignInNotice': true,
  'feed.fanOut': true,
  'feed.backfill': true,
  'feed.trim': true,
  'follows.acceptWaiting': true,
  'push.send': true,
  'webhooks.deliver': true,
  'webhooks.sendOffNotice': true,
  'webhooks.resume': true,
  'profileLinks.check': true,
  'profileLinks.checkOld': true,
  'linkPreviews.read': true,
  'chats.push': true,
  'chats.erase': true,
  'users.erase': true,
  'events.notify': true,
  'posts.show': true,
  'posts.expire': true,
  'posts.erase': true,
  'popular.start': true,
  'pendingJobs.relay': true,
  'birthdays.notify': true,
  'counters.recount': true,
  'expired.remove': true,
  'exports.make': true,
  'exports.remove': true,
  'uploads.remove': true,
  'imports.run': true,
  'imports.remove': true,
  'backups.make': true,
};

export const jobNames: readonly string[] = Object.keys(everyJobName);

/** What a job does, in a few words; the name itself if only another version knows it. */
export const jobText = (language: Language, name: string): string =>
  jobNames.includes(name) ? translate(language, `jobs.${name}`) : name;
