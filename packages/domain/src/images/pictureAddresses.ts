import { createHmac, timingSafeEqual } from 'node:crypto';
import { imageQueries } from '@kith/db';
import type { Context } from '../context.ts';
import { newToken } from '../secrets.ts';
import { serverKey } from '../serverKey.ts';

/** A random key of a picture, 24 letters and digits. */
export const newImageKey = (): string =>
  newToken()
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 24)
    .padEnd(24, '0');

/** The address of a picture's variants, `${folder}/${width}.webp${query}`. */
export interface PictureAddress {
  folder: string;
  query: string;
}

/** A picture's address, from its key and whether its post is public. */
export type PictureAddresses = (key: string, isPublic: boolean) => PictureAddress;

const day = 86_400_000;
/** The first 128 bits of the HMAC-SHA-256 of a day and a picture's key. */
const signature = (signingKey: Buffer, key: string, today: number): Buffer =>
  createHmac('sha256', signingKey).update(`${today}/${key}`).digest().subarray(0, 16);

/**
 * Creates addresses of pictures: permanent ones for public posts, otherwise signed for one day. A signed address must only be
 * given to somebody who may see the post.
 */
export async function pictureAddresses(ctx: Context): Promise<PictureAddresses> {
  const { mediaUrl } = ctx.settings;
  const signing = await serverKey(ctx, 'pictures');
  const today = Math.floor(ctx.clock.now().getTime() / day);
  return (key, isPublic) => ({
    folder: `${mediaUrl}/${key}`,
    query: isPublic ? '' : `?s=${today}.${signature(signing, key, today).toString('base64url')}`,
  });
}

/**
 * Whether `signed`, a day and a signature in the format of `pictureAddresses`, is valid for this picture: on that day and the
 * next, for pages that are open over midnight. A process whose clock is ahead may have signed for tomorrow.
 */
export async function isSigned(ctx: Context, key: string, signed: string): Promise<boolean> {
  const [, of, given] = /^(\d{1,6})\.([A-Za-z0-9_-]{22})$/.exec(signed) ?? [];
  if (of === undefined || given === undefined) return false;
  const age = Math.floor(ctx.clock.now().getTime() / day) - Number(of);
  if (age < -1 || age > 1) return false;
  return timingSafeEqual(Buffer.from(given, 'base64url'), signature(await serverKey(ctx, 'pictures'), key, Number(of)));
}

/** No user has this id, so it sees only what everybody sees. */
const nobody = 0;

/** Whether a picture may be served at its unsigned address: a profile picture, or one of a public post. */
export async function isPicturePublic(ctx: Context, key: string): Promise<boolean> {
  return (await ctx.db.run(imageQueries.public, [nobody, key])).length > 0;
}
