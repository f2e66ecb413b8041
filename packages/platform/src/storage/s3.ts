import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FileStorage } from '@kith/domain';
import type { Settings } from '../settings.ts';
import { createDrafts } from './files.ts';
import { checkKey, checkPrefix } from './keys.ts';

type S3Settings = NonNullable<Settings['s3']>;

/** Files in an S3-compatible bucket, private to Kith; drafts in a folder of this machine. */
export async function createS3Storage(
  { bucket, endpoint, region, ...credentials }: S3Settings,
  draftFolder: string,
): Promise<FileStorage> {
  // Loaded only when used: the client costs some 30 MB of memory.
  const { S3Client, PutObjectCommand, GetObjectCommand, ListObjectsV2Command, DeleteObjectsCommand } = await import(
    '@aws-sdk/client-s3'
  );
  const client = new S3Client({
    region,
    credentials,
    // Stores other than Amazon's want the bucket in the path, and not its newer checksums.
    ...(endpoint && { endpoint, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' }),
  });

  async function get(key: string): Promise<{ body: Readable; size: number } | null> {
    try {
      const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: checkKey(key) }));
      return { body: found.Body as Readable, size: found.ContentLength ?? 0 };
    } catch (error) {
      if ((error as Error).name === 'NoSuchKey') return null;
      throw error;
    }
  }

  return {
    ...createDrafts(draftFolder),

    async put(key, content, contentType) {
      const inMemory = Buffer.isBuffer(content);
      const ContentLength = inMemory ? content.length : (await stat(content.draft)).size;
      const Body = inMemory ? content : createReadStream(content.draft);
      try {
        const target = { Bucket: bucket, Key: checkKey(key), ContentType: contentType };
        await client.send(new PutObjectCommand({ ...target, Body, ContentLength }));
      } finally {
        if (!inMemory) await rm(content.draft, { force: true });
      }
    },

    async read(key) {
      const found = await get(key);
      return found && buffer(found.body);
    },

    stream: get,

    async removeFolder(prefix) {
      const Prefix = `${checkKey(prefix)}/`;
      for (;;) {
        const { Contents: found = [], IsTruncated: more } = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix }),
        );
        const Objects = found.map(({ Key }) => ({ Key }));
        if (Objects.length > 0)
          await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }));
        if (!more) return;
      }
    },

    async *list(prefix) {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: checkPrefix(prefix), ContinuationToken }),
        );
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key && LastModified) yield { key: Key, changedAt: LastModified };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
}
