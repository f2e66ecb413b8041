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

/** Where a picture's variants lie, `${folder}/${width}.webp${query}`. */
export interface PictureAddress {
  folder: string;
  query: string;
}

/** A picture's address, by its key and whether everybody sees its post. */
export type PictureAddresses = (key: string, isPublic: boolean) => PictureAddress;

const day = 86_400_000;
/** The first 128 bits of the HMAC-SHA-256 of a day and a picture's key. */
const signature = (signingKey: Buffer, key: string, today: number): Buffer =>
  createHmac('sha256', signingKey).update(`${today}/${key}`).digest().subarray(0, 16);

/**
 * Tells addresses of pictures: plain and lasting where everybody sees the post, signed for one day otherwise. Only who has
 * asked for the post itself may be told a signed one.
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
 * Whether `signed`, a day and a signature as `pictureAddresses` writes them, is good for this picture: on its day and the day
 * after, for pages that are open over midnight. A process whose clock is ahead may have signed for tomorrow.
 */
export async function isSigned(ctx: Context, key: string, signed: string): Promise<boolean> {
  const [, of, given] = /^(\d{1,6})\.([A-Za-z0-9_-]{22})$/.exec(signed) ?? [];
  if (of === undefined || given === undefined) return false;
  const age = Math.floor(ctx.clock.now().getTime() / day) - Number(of);
  if (age < -1 || age > 1) return false;
  return timingSafeEqual(Buffer.from(given, 'base64url'), signature(await serverKey(ctx, 'pictures'), key, Number(of)));
}

/** No user has this id: what they would see, everybody does. */
const nobody = 0;

/** Whether a picture may be seen at its plain address: a profile's, or of a post that everybody sees. */
export async function isPicturePublic(ctx: Context, key: string): Promise<boolean> {
  return (await ctx.db.run(imageQueries.public, [nobody, key])).length > 0;
}
