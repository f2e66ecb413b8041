import * as contract from '@kith/contracts';
import * as z from 'zod';
import type { ZodMiniType } from 'zod/mini';

export type Schema = Record<string, unknown> & { properties?: Record<string, object>; required?: string[] };

/** The contracts that have a name in the description, so that generated clients have one type for each. */
const names = {
  Chat: contract.chat,
  Comment: contract.comment,
  Contact: contract.contact,
  Event: contract.event,
  EventGuest: contract.eventGuest,
  ExportState: contract.exportState,
  FailedJob: contract.failedJob,
  Follow: contract.followOutput,
  HostInvitation: contract.hostInvitation,
  HostLogEntry: contract.hostLogEntry,
  HostMember: contract.hostMember,
  HostOverview: contract.hostOverview,
  ImportState: contract.importState,
  Invitation: contract.invitation,
  Like: contract.like,
  LiveEvent: contract.liveItem,
  Message: contract.message,
  ModerationCase: contract.moderationCase,
  ModerationEntry: contract.moderationEntry,
  Notification: contract.notification,
  NotificationKind: contract.notificationKind,
  NotificationSettings: contract.notificationSettings,
  OwnUser: contract.ownUser,
  Post: contract.post,
  PostImage: contract.postImage,
  Server: contract.serverView,
  ServerSettings: contract.serverSettings,
  Session: contract.sessionListItem,
  TagCount: contract.tagCount,
  Token: contract.token,
  User: contract.userProfile,
  UserListItem: contract.userListItem,
  UserSummary: contract.userSummary,
  Webhook: contract.webhook,
};

const registry = z.registry<{ id: string }>();
for (const [id, type] of Object.entries(names)) registry.add(type, { id });

/**
 * The ranges that replace Unicode classes in patterns, for tools that read patterns without the `u` flag. Format characters
 * beyond 16 bits are omitted, so the server refuses some characters that the described patterns allow.
 */
const unicodeRanges: Record<string, string> = {
  Cc: '\\u0000-\\u001F\\u007F-\\u009F',
  Cf: '\\u00AD\\u0600-\\u0605\\u061C\\u06DD\\u070F\\u180E\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\uFEFF\\uFFF9-\\uFFFB',
  Zl: '\\u2028',
  Zp: '\\u2029',
  Surrogate: '\\uD800-\\uDFFF',
};

/**
 * Rewrites a JSON schema so that its references point to the schemas of the document, and its patterns work in tools without
 * Unicode classes.
 */
const described = <T>(schema: T): T =>
  JSON.parse(
    JSON.stringify(schema)
      .replaceAll('"#/$defs/', '"#/components/schemas/')
      .replaceAll(/\\\\p\{(\w+)\}/g, (whole, name: string) => unicodeRanges[name] ?? whole),
  );

/** The JSON schema of a contract; if there is no contract, the schema of null. Outputs refer to the named schemas. */
export function schemaOf(type: ZodMiniType | undefined, io: 'input' | 'output'): Schema {
  if (!type) return { type: 'null' };
  const options = { io, unrepresentable: 'any', ...(io === 'output' && { metadata: registry }) } as const;
  const { $schema: _, $defs: __, ...schema } = z.toJSONSchema(type, options);
  return described(schema as Schema);
}

/** The named schemas. */
export function namedSchemas(): Record<string, Schema> {
  const all = z.object(names as unknown as Record<string, z.ZodType>);
  const { $defs } = z.toJSONSchema(all, { io: 'output', unrepresentable: 'any', metadata: registry });
  return described(($defs ?? {}) as Record<string, Schema>);
}

/** The schema of a successful response with this `data`. */
export const envelope = (data: object, more: Record<string, object> = {}): Schema => ({
  type: 'object',
  required: ['success', 'message', 'data'],
  properties: { success: { const: true }, message: { type: 'string' }, data, ...more },
});
