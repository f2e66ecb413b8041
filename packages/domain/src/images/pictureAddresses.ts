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

/** The parts of the URL of a picture's variant, `${folder}/${width}.webp${query}`. */
export interface PictureAddress {
  folder: string;
  query: string;
}

/**
 * Makes a picture's URL from its key and whether its post is public. The URL of a picture in a chat is signed for the one
 * `member` who may use it.
 */
export type PictureAddresses = (key: string, isPublic: boolean, member?: number | undefined) => PictureAddress;

const day = 86_400_000;
/**
 * The first 128 bits of an HMAC-SHA-256 over the picture's key and `validity`: the day and, in a chat, the only member who may
 * use the URL.
 */
const signature = (signingKey: Buffer, key: string, validity: string): Buffer =>
  createHmac('sha256', signingKey).update(`${validity}/${key}`).digest().subarray(0, 16);

/**
 * Creates URLs of pictures: permanent ones for public posts, otherwise URLs that are signed for one day. A signed URL must only
 * be given to members who may see the picture.
 */
export async function pictureAddresses(ctx: Context): Promise<PictureAddresses> {
  const { mediaUrl } = ctx.settings;
  const signing = await serverKey(ctx, 'pictures');
  const today = Math.floor(ctx.clock.now().getTime() / day);
  return (key, isPublic, member) => {
    const validity = member === undefined ? String(today) : `${today}.${member}`;
    return {
      folder: `${mediaUrl}/${key}`,
      query: isPublic ? '' : `?s=${validity}.${signature(signing, key, validity).toString('base64url')}`,
    };
  };
}

/**
 * Returns null unless `signed`, in the format of `pictureAddresses`, is a valid signature for this picture. A signature is valid
 * on its day, on the next day, for pages that stay open over midnight, and on the day before, because the clock of the process
 * that signed may be ahead. If the result has a `member`, the caller must check that this member is the reader and still sees the
 * picture.
 */
export async function readSignature(
  ctx: Context,
  key: string,
  signed: string,
): Promise<{ member: number | null } | null> {
  const [, validity, of, member, given] = /^((\d{1,6})(?:\.(\d{1,15}))?)\.([A-Za-z0-9_-]{22})$/.exec(signed) ?? [];
  if (validity === undefined || given === undefined) return null;
  const age = Math.floor(ctx.clock.now().getTime() / day) - Number(of);
  if (age < -1 || age > 1) return null;
  const expected = signature(await serverKey(ctx, 'pictures'), key, validity);
  if (!timingSafeEqual(Buffer.from(given, 'base64url'), expected)) return null;
  return { member: member === undefined ? null : Number(member) };
}

/** No user has this id: a query with it as the viewer returns only what everybody may see. */
const anonymousViewer = 0;

/** Whether a picture may be served at its unsigned address: a profile picture, or one of a public post. */
export async function isPicturePublic(ctx: Context, key: string): Promise<boolean> {
  return (await ctx.db.run(imageQueries.public, [anonymousViewer, key])).length > 0;
}

/** Whether a member sees the message or the group that a picture belongs to. */
export async function seesChatPicture(ctx: Context, key: string, userId: number): Promise<boolean> {
  return (await ctx.db.run(imageQueries.inChat, [userId, key])).length > 0;
}
