/** Every job by name, with its payload. A worker registry maps each name to a handler, so a job without one does not compile. */
export interface JobPayloads {
  /** Makes the WebP variants and the thumbhash of one uploaded image. */
  'images.process': { imageId: number };
  /** Queues again the images whose job was lost. */
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
  /** Removes what a deleted post left, or all deleted posts; may be interrupted and run again. */
  'posts.erase': { postId?: number };
  /** Scores what was liked or commented on since the last run. */
  'popular.score': { runAt: string };
  /** Publishes the highest scores as one snapshot. */
  'popular.publish': { runAt: string };
  /** Starts the flow of one ranking run. */
  'popular.start': Record<string, never>;
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
  'posts.erase': true,
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
