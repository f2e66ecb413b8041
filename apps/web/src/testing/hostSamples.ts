import type { HostMember, HostOverview, ServerSettings } from '@kith/contracts';
import { bob } from './samples.ts';

export const sampleSettings = (part: Partial<ServerSettings> = {}): ServerSettings => ({
  name: 'Lake house',
  description: '',
  rules: '',
  pictureUrl: null,
  signUp: 'open',
  publicPages: false,
  announceJoins: true,
  showMembers: true,
  memberInvitations: 20,
  maxVideoSeconds: 180,
  maxVideoBytes: 200_000_000,
  linkPreviews: true,
  setUp: true,
  setByEnvironment: [],
  ...part,
});

/** A server on which all is well, and which needs nothing more. */
export const sampleOverview = (part: Partial<HostOverview> = {}): HostOverview => ({
  members: 12,
  activeIn7Days: 7,
  activeIn30Days: 10,
  posts: 340,
  pictures: 512,
  storage: [
    { kind: 'pictures', bytes: 750_000_000 },
    { kind: 'backups', bytes: 250_000_000 },
  ],
  databaseBytes: 64_000_000,
  disk: { freeBytes: 40_000_000_000, totalBytes: 100_000_000_000 },
  queue: { waiting: 0, failed: 0 },
  lastBackup: { at: '2026-05-01T03:00:00.000Z', bytes: 80_000_000, verified: true },
  mail: { lastSentAt: '2026-05-01T10:00:00.000Z', lastError: null },
  version: '1.0.0',
  problems: [],
  checklist: [{ step: 'mail', done: true }],
  ...part,
});

export const sampleMember = (part: Partial<HostMember> = {}): HostMember => ({
  ...bob,
  email: 'bob@kith.example',
  emailConfirmed: true,
  authProvider: 'email',
  joinedAt: '2026-04-01T10:00:00.000Z',
  lastSeen: '2026-05-01',
  storageBytes: 12_500_000,
  invitedBy: null,
  moderator: false,
  host: false,
  disabledAt: null,
  ...part,
});
