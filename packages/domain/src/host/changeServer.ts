import type { ChangeServer, ServerSettings as ServerSettingsView } from '@kith/contracts';
import { hostQueries, Image, ServerSettings } from '@kith/db';
import { announce } from '../afterCommit.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { attachImage } from '../images/imageFiles.ts';
import type { PictureHandler } from '../images/pictureHandler.ts';
import { queueRecordedJobs, recordJob } from '../pendingJobs.ts';
import { forgetServerSettings, readServerSettings, setByEnvironment } from '../server/serverSettings.ts';
import { appendToLog, requireHost, withHostsLock } from './hosts.ts';

/** Makes every process reread the settings, this one immediately. */
async function announceServer(ctx: Context): Promise<void> {
  forgetServerSettings(ctx);
  await announce(ctx, { name: 'server.changed', to: null, payload: {} });
}

/** The settings of the server for its hosts. Throws `forbidden`. */
export async function readHostSettings(ctx: Context, actor: Actor): Promise<ServerSettingsView> {
  await requireHost(ctx, actor);
  return { ...(await readServerSettings(ctx)), setByEnvironment: setByEnvironment(ctx) };
}

/** Changes settings of the server. Throws `forbidden`, `set-by-environment`. */
export async function changeServer(ctx: Context, actor: Actor, input: ChangeServer): Promise<ServerSettingsView> {
  await requireHost(ctx, actor);
  const changes = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const names = Object.keys(changes);
  const fixed = setByEnvironment(ctx).find(({ setting }) => names.includes(setting));
  if (fixed) throw new Refusal('set-by-environment', { details: fixed.variable });
  if (names.length > 0) {
    await withHostsLock(ctx, actor, async (tx) => {
      await tx.em().upsert(ServerSettings, { one: true, ...changes });
      await appendToLog(tx, actor, { action: 'server-changed', details: names.join(', ') });
    });
    await announceServer(ctx);
  }
  return readHostSettings(ctx, actor);
}

/** The picture of the server, which only hosts may set. It is shown once its variants exist, and then belongs to no member. */
export const serverPicture: PictureHandler<null> = {
  variants: 'profile',

  async authorize(ctx, actor) {
    await requireHost(ctx, actor);
  },

  async attach(ctx, actor, _target, content) {
    await requireHost(ctx, actor);
    return { imageId: await attachImage(ctx, actor, content, { kind: 'server' }) };
  },

  async show(tx, { id, owner, key: shown }) {
    const removed = (await tx.run(hostQueries.showPicture, [id])).map(({ key }) => key);
    if (!removed.includes(shown)) await appendToLog(tx, { userId: owner.id }, { action: 'picture-changed' });
    return removed;
  },

  showsFailure: async () => false,

  async announce(ctx, _image, status) {
    if (status === 'ready') await announceServer(ctx);
  },

  // A failed picture of the server has no row any more.
  async discard() {},
};

/** Removes the picture of the server, so that Kith's own logo is shown. Idempotent. Throws `forbidden`. */
export async function removeServerPicture(ctx: Context, actor: Actor): Promise<void> {
  await withHostsLock(ctx, actor, async (tx) => {
    await tx.em().nativeUpdate(ServerSettings, { one: true }, { pictureKey: null });
    const shown = await tx.em().find(Image, { kind: 'server', status: 'ready' });
    if (shown.length === 0) return;
    for (const each of shown) tx.em().remove(each);
    await recordJob(tx, { name: 'images.remove', payload: { keys: shown.map(({ key }) => key) } });
    await appendToLog(tx, actor, { action: 'picture-changed', details: 'removed' });
  });
  await queueRecordedJobs(ctx);
  await announceServer(ctx);
}
