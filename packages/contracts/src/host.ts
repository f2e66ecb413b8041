import * as z from 'zod/mini';
import { count, id, key, nameText, optionalText, pageInput, time } from './common.ts';
import { invitation } from './invitations.ts';
import { maxLengths } from './lengths.ts';
import { signUpMode } from './server.ts';
import { authProvider, userSummary } from './users.ts';

const invalidInput = key('invalid-input');
const flag = z.boolean(invalidInput);

/** What a host can change about the server. Properties that are left out stay as they are. */
export const changeServerInput = z.partial(
  z.object({
    name: nameText(maxLengths.serverName),
    description: optionalText(maxLengths.serverDescription, 'server-description-too-long'),
    rules: optionalText(maxLengths.serverRules, 'server-rules-too-long'),
    signUp: signUpMode,
    publicPages: flag,
    announceJoins: flag,
    showMembers: flag,
    linkPreviews: flag,
    /** How many people each member may invite at a time; 0 if only hosts may invite. */
    memberInvitations: z.int(invalidInput).check(z.nonnegative(invalidInput), z.maximum(1_000, invalidInput)),
    /** The maximum length of a video in seconds, and its maximum size in bytes; with 0 seconds there are no videos. */
    maxVideoSeconds: z.int(invalidInput).check(z.nonnegative(invalidInput), z.maximum(600, invalidInput)),
    maxVideoBytes: z.int(invalidInput).check(z.minimum(1_000_000, invalidInput), z.maximum(500_000_000, invalidInput)),
    /** Whether the first steps of a new server are done or skipped. */
    setUp: z.literal(true, invalidInput),
  }),
);

export type ChangeServer = z.output<typeof changeServerInput>;

/** The settings of the server that hosts can see. */
export const serverSettings = z.object({
  name: z.string(),
  description: z.string(),
  rules: z.string(),
  pictureUrl: z.nullable(z.string()),
  signUp: signUpMode,
  publicPages: z.boolean(),
  announceJoins: z.boolean(),
  showMembers: z.boolean(),
  memberInvitations: count,
  maxVideoSeconds: count,
  maxVideoBytes: count,
  linkPreviews: z.boolean(),
  /** Whether the first steps of a new server are done or skipped. */
  setUp: z.boolean(),
  /** The settings that the environment decides, with the names of their variables: a host cannot change these here. */
  setByEnvironment: z.array(z.object({ setting: z.string(), variable: z.string() })),
});
export type ServerSettings = z.output<typeof serverSettings>;

/** Something that needs a host's attention: its code, since when it is known, and what to do, in the caller's language. */
export const serverProblem = z.object({ code: z.string(), since: z.nullable(time), text: z.string() });
export type ServerProblem = z.output<typeof serverProblem>;

export const storageKind = z.enum(['pictures', 'videos', 'voices', 'exports', 'imports', 'backups', 'other']);

/** What a host sees first. */
export const hostOverview = z.object({
  members: count,
  /** Members who were here in the last 7 and 30 days. */
  activeIn7Days: count,
  activeIn30Days: count,
  posts: count,
  pictures: count,
  storage: z.array(z.object({ kind: storageKind, bytes: count })),
  databaseBytes: count,
  disk: z.nullable(z.object({ freeBytes: count, totalBytes: count })),
  /** Null while the queue does not answer. */
  queue: z.nullable(z.object({ waiting: count, failed: count })),
  lastBackup: z.nullable(z.object({ at: time, bytes: count, verified: z.boolean() })),
  mail: z.object({
    lastSentAt: z.nullable(time),
    lastError: z.nullable(z.object({ at: time, message: z.string() })),
  }),
  version: z.string(),
  problems: z.array(serverProblem),
  /** What a new server needs before friends come. */
  checklist: z.array(z.object({ step: z.enum(['mail', 'backups', 'address', 'invitations']), done: z.boolean() })),
});
export type HostOverview = z.output<typeof hostOverview>;

export const memberFilter = z.enum(['all', 'disabled', 'unconfirmed', 'hosts', 'moderators'], invalidInput);
export const hostMembersInput = z.extend(pageInput, {
  /** The beginning of a user name, display name or e-mail address. */
  query: z._default(optionalText(maxLengths.email, 'invalid-input'), ''),
  filter: z._default(memberFilter, 'all'),
});

export type HostMembersInput = z.output<typeof hostMembersInput>;

/** A member as hosts see them: never what the member has written. */
export const hostMember = z.extend(userSummary, {
  email: z.nullable(z.string()),
  emailConfirmed: z.boolean(),
  authProvider,
  joinedAt: time,
  /** The day on which the member was last here, as YYYY-MM-DD in UTC; null if never. */
  lastSeen: z.nullable(z.string()),
  /** The size of all pictures that the member has stored: of posts, messages, groups and the profile, as they are kept. */
  storageBytes: count,
  invitedBy: z.nullable(userSummary),
  moderator: z.boolean(),
  host: z.boolean(),
  disabledAt: z.nullable(time),
});
export type HostMember = z.output<typeof hostMember>;

export const hostMemberInput = z.object({ userId: id });
/** A change of a member, with the reason that the log keeps. */
export const hostMemberChangeInput = z.extend(hostMemberInput, {
  reason: z._default(optionalText(maxLengths.report, 'report-too-long'), ''),
});

/** A link by which a member who gets no mail sets a new password, once and within an hour. */
export const resetLink = z.object({ url: z.string() });
export type ResetLink = z.output<typeof resetLink>;

/** Whether a test mail became a file, because this server has no mail server. */
export const testMail = z.object({ toFile: z.boolean() });
export type TestMail = z.output<typeof testMail>;

/** An open invitation of a member or, if `inviter` is null, of an operator. */
export const hostInvitation = z.extend(invitation, { inviter: z.nullable(userSummary) });
export type HostInvitation = z.output<typeof hostInvitation>;
export const hostInvitationInput = z.object({ invitationId: id });

/** A backup: its file, when it was made, its size in bytes, and whether it was read back in full. */
export const backupView = z.object({ file: z.string(), at: time, bytes: count, verified: z.boolean() });
export type BackupView = z.output<typeof backupView>;
/** All backups, newest first, and the progress of the one that is being made. */
export const backupsView = z.object({
  items: z.array(backupView),
  running: z.nullable(z.object({ since: time, bytes: count })),
  lastError: z.nullable(z.object({ at: time, message: z.string() })),
});
export type BackupsView = z.output<typeof backupsView>;

/** A job that failed for good: its name and what it does, for whom, since when, and why, without secrets. */
export const failedJob = z.object({
  jobId: z.string(),
  name: z.string(),
  /** What the job does, in the caller's language. */
  text: z.string(),
  member: z.nullable(userSummary),
  failedAt: time,
  cause: z.string(),
});
export type FailedJob = z.output<typeof failedJob>;
export const failedJobInput = z.object({ jobId: z.string(invalidInput).check(z.maxLength(300, invalidInput)) });

/** An entry of the append-only log: who did what to whom. */
export const hostLogEntry = z.object({
  entryId: id,
  at: time,
  /** Null for an operator on the command line, and for a host whose account is deleted. */
  by: z.nullable(userSummary),
  action: z.enum([
    ...(['server-changed', 'picture-changed', 'member-disabled', 'member-enabled', 'reset-link-made'] as const),
    ...(['moderator-appointed', 'moderator-removed', 'host-appointed', 'host-removed', 'test-mail-sent'] as const),
    ...(['member-created', 'member-confirmed', 'member-deleted'] as const),
    ...(['invitation-made', 'invitation-revoked', 'token-made', 'second-factor-removed', 'data-exported'] as const),
    ...(['webhook-added', 'webhook-enabled', 'webhook-removed', 'push-keys-renewed'] as const),
    ...(['backup-started', 'job-retried', 'job-dropped'] as const),
  ]),
  member: z.nullable(userSummary),
  /** More about it: the reason, the names of the changed settings, or what the job does, in the caller's language. */
  details: z.string(),
});
export type HostLogEntry = z.output<typeof hostLogEntry>;
