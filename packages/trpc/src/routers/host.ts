import * as contract from '@kith/contracts';
import {
  changeServer,
  confirmRestoreAsHost,
  disableMember,
  dropJob,
  enableMember,
  listBackups,
  listFailedJobs,
  listHostInvitations,
  listHostLog,
  listMembers,
  makeResetLink,
  readHostSettings,
  readOverview,
  removeServerPicture,
  retryJob,
  revokeAnyInvitation,
  sendTestMailToHost,
  setHost,
  setModerator,
  startBackup,
} from '@kith/domain';
import { protectedProcedure, router } from '../trpc.ts';

/** Procedures for hosts, who run the server; everybody else gets the error `forbidden`, and every access token `missing-scope`. */
export const host = router({
  settings: protectedProcedure
    .meta({
      rest: 'GET /host/server',
      summary: 'For hosts: returns the settings of the server.',
      data: contract.serverSettings,
    })
    .query(({ ctx }) => readHostSettings(ctx.domain, ctx.actor)),
  change: protectedProcedure
    .meta({
      rest: 'PATCH /host/server',
      summary: 'For hosts: changes settings of the server, except those that its environment decides.',
      data: contract.serverSettings,
    })
    .input(contract.changeServerInput)
    .mutation(({ ctx, input }) => changeServer(ctx.domain, ctx.actor, input)),
  removePicture: protectedProcedure
    .meta({ rest: 'DELETE /host/server/picture', summary: 'For hosts: removes the picture of the server. Idempotent.' })
    .mutation(({ ctx }) => removeServerPicture(ctx.domain, ctx.actor)),
  overview: protectedProcedure
    .meta({
      rest: 'GET /host/overview',
      summary: 'For hosts: returns the server in numbers, and its problems.',
      data: contract.hostOverview,
    })
    .query(({ ctx }) => readOverview(ctx.domain, ctx.actor)),
  members: protectedProcedure
    .meta({
      rest: 'GET /host/members',
      summary: 'For hosts: lists the members, newest first, without anything that they have written.',
      list: contract.hostMember,
    })
    .input(contract.hostMembersInput)
    .query(({ ctx, input }) => listMembers(ctx.domain, ctx.actor, input)),
  disable: protectedProcedure
    .meta({
      rest: 'POST /host/members/:userId/disable',
      summary:
        'For hosts: disables an account and ends its sessions. Idempotent. Needs a re-authentication within the last five minutes.',
    })
    .input(contract.hostMemberChangeInput)
    .mutation(({ ctx, input }) => disableMember(ctx.domain, ctx.actor, input)),
  enable: protectedProcedure
    .meta({ rest: 'POST /host/members/:userId/enable', summary: 'For hosts: enables a disabled account. Idempotent.' })
    .input(contract.hostMemberChangeInput)
    .mutation(({ ctx, input }) => enableMember(ctx.domain, ctx.actor, input)),
  appointModerator: protectedProcedure
    .meta({
      rest: 'POST /host/members/:userId/moderator',
      summary:
        'For hosts: makes a member a moderator. Idempotent. Needs a re-authentication within the last five minutes.',
    })
    .input(contract.hostMemberChangeInput)
    .mutation(({ ctx, input }) => setModerator(ctx.domain, ctx.actor, input, true)),
  removeModerator: protectedProcedure
    .meta({
      rest: 'DELETE /host/members/:userId/moderator',
      summary:
        'For hosts: takes the role of a moderator back. Idempotent. Needs a re-authentication within the last five minutes.',
    })
    .input(contract.hostMemberChangeInput)
    .mutation(({ ctx, input }) => setModerator(ctx.domain, ctx.actor, input, false)),
  appoint: protectedProcedure
    .meta({
      rest: 'POST /host/members/:userId/host',
      summary:
        'For hosts: makes a member a host, who is a moderator too. Idempotent. Needs a re-authentication within the last five minutes.',
    })
    .input(contract.hostMemberChangeInput)
    .mutation(({ ctx, input }) => setHost(ctx.domain, ctx.actor, input, true)),
  remove: protectedProcedure
    .meta({
      rest: 'DELETE /host/members/:userId/host',
      summary:
        'For hosts: takes the role of a host back; the member stays a moderator. Idempotent. Needs a re-authentication within the last five minutes.',
    })
    .input(contract.hostMemberChangeInput)
    .mutation(({ ctx, input }) => setHost(ctx.domain, ctx.actor, input, false)),
  resetLink: protectedProcedure
    .meta({
      rest: 'POST /host/members/:userId/reset-link',
      summary:
        'For hosts: makes a link for a new password, valid once and for an hour, for a member who gets no mail. Needs a re-authentication within the last five minutes.',
      data: contract.resetLink,
      status: 201,
    })
    .input(contract.hostMemberChangeInput)
    .mutation(({ ctx, input }) => makeResetLink(ctx.domain, ctx.actor, input)),
  invitations: protectedProcedure
    .meta({
      rest: 'GET /host/invitations',
      summary: 'For hosts: lists the open invitations of all, newest first, without their codes.',
      list: contract.hostInvitation,
    })
    .input(contract.pageInput)
    .query(({ ctx, input }) => listHostInvitations(ctx.domain, ctx.actor, input)),
  revokeInvitation: protectedProcedure
    .meta({
      rest: 'DELETE /host/invitations/:invitationId',
      summary: 'For hosts: revokes an open invitation of anybody.',
    })
    .input(contract.hostInvitationInput)
    .mutation(({ ctx, input }) => revokeAnyInvitation(ctx.domain, ctx.actor, input)),
  testMail: protectedProcedure
    .meta({
      limit: 'testMails',
      mayFailUpstream: true,
      rest: 'POST /host/test-mail',
      summary:
        'For hosts: sends a mail to the caller’s own address. If it fails, `details` is what the mail server said.',
      data: contract.testMail,
    })
    .mutation(({ ctx }) => sendTestMailToHost(ctx.domain, ctx.actor)),
  confirmRestore: protectedProcedure
    .meta({
      rest: 'POST /host/confirm-restore',
      summary:
        'For hosts: confirms that this restored copy is the real server, which then makes backups and sends mails. Needs a re-authentication within the last five minutes.',
    })
    .mutation(({ ctx }) => confirmRestoreAsHost(ctx.domain, ctx.actor)),
  backups: protectedProcedure
    .meta({
      rest: 'GET /host/backups',
      summary: 'For hosts: lists the backups, newest first, and the one that is being made.',
      data: contract.backupsView,
    })
    .query(({ ctx }) => listBackups(ctx.domain, ctx.actor)),
  startBackup: protectedProcedure
    .meta({
      rest: 'POST /host/backups',
      summary: 'For hosts: has a worker make a backup. `GET /host/backups` shows its progress.',
      status: 202,
      message: 'Backup started',
    })
    .mutation(({ ctx }) => startBackup(ctx.domain, ctx.actor)),
  jobs: protectedProcedure
    .meta({
      rest: 'GET /host/jobs',
      summary: 'For hosts: lists the jobs that failed for good, newest first.',
      list: contract.failedJob,
    })
    .input(contract.pageInput)
    .query(({ ctx, input }) => listFailedJobs(ctx.domain, ctx.actor, input)),
  retryJob: protectedProcedure
    .meta({ rest: 'POST /host/jobs/:jobId/retry', summary: 'For hosts: queues a failed job anew.' })
    .input(contract.failedJobInput)
    .mutation(({ ctx, input }) => retryJob(ctx.domain, ctx.actor, input)),
  dropJob: protectedProcedure
    .meta({ rest: 'DELETE /host/jobs/:jobId', summary: 'For hosts: deletes a failed job.' })
    .input(contract.failedJobInput)
    .mutation(({ ctx, input }) => dropJob(ctx.domain, ctx.actor, input)),
  log: protectedProcedure
    .meta({
      rest: 'GET /host/log',
      summary: 'For hosts: lists what hosts and operators have done, newest first.',
      list: contract.hostLogEntry,
    })
    .input(contract.pageInput)
    .query(({ ctx, input }) => listHostLog(ctx.domain, ctx.actor, input)),
});
