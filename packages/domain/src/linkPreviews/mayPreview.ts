import type { Context } from '../context.ts';
import { readServerSettings } from '../server/serverSettings.ts';

/** Whether the page at an address may be read: hosts allow it, and it is not of this server, which would show its log-in page. */
export async function mayPreview(ctx: Context, url: string): Promise<boolean> {
  return new URL(url).origin !== new URL(ctx.settings.publicUrl).origin && (await readServerSettings(ctx)).linkPreviews;
}
