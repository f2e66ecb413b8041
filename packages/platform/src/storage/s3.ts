import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FileStorage } from '@kith/domain';
import type { Settings } from '../settings.ts';
import { checkKey } from './keys.ts';

type S3Settings = NonNullable<Settings['s3']>;

/** Files in an S3-compatible bucket, private to Kith. */
export async function createS3Storage({ bucket, endpoint, region, ...credentials }: S3Settings): Promise<FileStorage> {
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
    async put(key, bytes, contentType) {
      const Body = Buffer.isBuffer(bytes) ? bytes : await buffer(bytes);
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: checkKey(key), Body, ContentType: contentType }));
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
  };
}
