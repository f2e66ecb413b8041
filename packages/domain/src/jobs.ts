/** Every job by name, with its payload. A worker registry maps each name to a handler, so a job without one does not compile. */
export interface JobPayloads {
  /**
   * Makes the WebP variants and the thumbhash of one uploaded image. Members are served in rounds: everybody's first waiting
   * picture comes before anybody's second.
   */
  'images.process': { imageId: number; round?: number };
  /** Records jobs anew for images whose job was lost. */
  'images.resume': Record<string, never>;
  /** Removes the stored files of images whose rows are gone. */
  'images.remove': { keys: string[] };
  /** Gives the picture of a post that fewer see now a new key, and so new addresses. */
  'images.rename': { imageId: number; from: string; to: string };
  /** Removes stored files that no image needs, a slice of them each time. */
  'images.sweep': Record<string, never>;
  /** Mails a reset link if the address has a password account; queued for every address, so that asking tells nothing. */
  'auth.sendPasswordReset': { email: string };
  /** Mails the link that confirms an account's address, if it is not confirmed. */
  'auth.sendConfirmation': { userId: number };
  /** Writes one post into the feeds of its author's followers, those after a follower id. */
  'feed.fanOut': { postId: number; afterFollowerId: number };
  /** Brings a newly followed user's posts into the follower's feed. */
  'feed.backfill': { followerId: number; followedId: number };
  /** Tells a member's devices, or one of them, of what waits unread: a message of `id`, an entry, or `id` who asks to follow. */
  'push.send': {
    userId: number;
    about: 'message' | 'notification' | 'request';
    id: number;
    /** Of the one device that was not reached before. */
    sessionId?: string;
    /** Tries there were before. */
    tries?: number;
  };
  /** Has one author's posts merged into feeds at reading, or written into them again; without one, all whom it is time for. */
  'feed.merge': { authorId?: number };
  /** Fills the feed of a member who was away. */
  'feed.wake': { userId: number };
  /** Lets in everybody who asked to follow a user that is not private any more. */
  'follows.acceptWaiting': { userId: number };
  /** Cuts feeds to what they keep. */
  'feed.trim': Record<string, never>;
  /** Removes everything a deleted user left; may be interrupted and run again. */
  'users.erase': { userId: number };
  /** Shows a post that has waited for its pictures for a minute. */
  'posts.show': { postId: number };
  /** Removes a post whose time is over. */
  'posts.expire': { postId: number };
  /** Removes what a deleted post left, or all deleted posts; may be interrupted and run again. */
  'posts.erase': { postId?: number };
  /** Has posts found by their words that are not yet: those of an older version. */
  'posts.index': Record<string, never>;
  /** Scores what was liked or commented on since the last run, and publishes the highest scores as one snapshot. */
  'popular.start': Record<string, never>;
  /** Half of such a run each: the version before queued them, and may run beside this one. */
  'popular.score': { runAt: string };
  'popular.publish': { runAt: string };
  /** Hands pending jobs over that no process handed over in time. By its first name, as the queue keeps its schedule. */
  'outbox.relay': Record<string, never>;
  /** Recounts stored counters against their rows, mends and reports drift. */
  'counters.recount': Record<string, never>;
  /** Removes sessions, codes, and uploads past their time. */
  'expired.remove': Record<string, never>;
  /** Makes the archive of everything of one user. */
  'exports.make': { userId: number; key: string };
  /** Backs everything up, if the settings ask for it. */
  'backups.make': Record<string, never>;
}

export type JobName = keyof JobPayloads;

/** One job to be queued. `id` makes repeats harmless: the queue keeps one job per id. */
export type Job = { [N in JobName]: { name: N; payload: JobPayloads[N]; id?: string } }[JobName];

/** Of jobs that may be recorded more than once for the same work: what that work is. */
const workOf: { [N in JobName]?: (payload: JobPayloads[N]) => string } = {
  'images.process': ({ imageId }) => `image-${imageId}`,
  // A slice that a killed worker repeats records the next one a second time.
  'feed.fanOut': ({ postId, afterFollowerId }) => `fan-out-${postId}-${afterFollowerId}`,
};

/** The id under which the queue keeps a recorded job until it is done. */
export function idOfJob<N extends JobName>(job: { name: N; payload: JobPayloads[N] }, recorded: number): string {
  return workOf[job.name]?.(job.payload) ?? `outbox-${recorded}`;
}

/** Every name, for what another version may have recorded. */
const known: Record<JobName, true> = {
  'images.process': true,
  'images.resume': true,
  'images.remove': true,
  'images.rename': true,
  'images.sweep': true,
  'auth.sendPasswordReset': true,
  'auth.sendConfirmation': true,
  'feed.fanOut': true,
  'feed.backfill': true,
  'feed.merge': true,
  'feed.wake': true,
  'feed.trim': true,
  'follows.acceptWaiting': true,
  'push.send': true,
  'users.erase': true,
  'posts.show': true,
  'posts.expire': true,
  'posts.erase': true,
  'posts.index': true,
  'popular.score': true,
  'popular.publish': true,
  'popular.start': true,
  'outbox.relay': true,
  'counters.recount': true,
  'expired.remove': true,
  'exports.make': true,
  'backups.make': true,
};

export const jobNames: readonly string[] = Object.keys(known);
