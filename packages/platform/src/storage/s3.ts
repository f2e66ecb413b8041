import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { type FileStorage, type Log, Refusal } from '@kith/domain';
import type { Settings } from '../settings.ts';
import { createTemporaryFiles } from './files.ts';
import { checkKey, checkPrefix } from './keys.ts';

type S3Settings = NonNullable<Settings['s3']>;

/**
 * Time-outs in milliseconds: for the connection, for a pause within a transfer, for the first byte of a file, and for any other
 * call.
 */
const defaultTimeouts = { connect: 2_000, pause: 10_000, begin: 5_000, whole: 15_000 };

/**
 * The number of upload attempts when the connection breaks, as during a restart of the store, and the first delay between them in
 * milliseconds.
 */
const maxUploadAttempts = 4;
const retryDelayMs = 100;

/**
 * The maximum number of connections to the store for calls, and for files that are read: a member with a slow connection takes one for
 * as long as the download of a video lasts, and must not delay uploads and deletions.
 */
const maxSockets = { calls: 50, reads: 1_000 };

const retryAfterSeconds = 5;
/** The lowest speed of the store that is reckoned with for large files, in bytes per millisecond. */
const bytesPerMs = 1_000;

/** How long the signed address of a file is valid for a browser, in seconds. */
const addressSeconds = 60;

/** Whether the error is the store's fault and not the request's. */
function isUnavailable(error: unknown): boolean {
  const { name, code, $metadata } = error as { name: string; code?: string; $metadata?: { httpStatusCode?: number } };
  return (
    /^(?:Timeout|Abort)Error$/.test(name) ||
    /^(?:E[A-Z]+|ENOTFOUND|EAI_AGAIN)$/.test(code ?? '') ||
    [429, 500, 502, 503, 504].includes($metadata?.httpStatusCode ?? 0)
  );
}

/**
 * Whether an upload should be repeated: the connection to the store broke or was refused, or the store reported an error of its
 * own.
 */
function isBroken(error: unknown): boolean {
  const { code = '', $metadata } = error as { code?: string; $metadata?: { httpStatusCode?: number } };
  return ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(code) || ($metadata?.httpStatusCode ?? 0) >= 500;
}

/**
 * Stores files in a private S3-compatible bucket. An upload that is still being received is a temporary local file.
 * Throws `storage-unavailable` while the store is unreachable.
 */
export async function createS3Storage(
  { bucket, endpoint, publicEndpoint, region, ...credentials }: S3Settings,
  {
    temporaryFolder,
    log,
    times = defaultTimeouts,
  }: { temporaryFolder: string; log: Log; times?: typeof defaultTimeouts },
): Promise<FileStorage> {
  // The client is loaded only where S3 is configured, because it takes some 30 MB of memory.
  const {
    S3Client,
    PutObjectCommand,
    GetObjectCommand,
    HeadObjectCommand,
    ListObjectsV2Command,
    DeleteObjectsCommand,
  } = await import('@aws-sdk/client-s3');
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  const warn = (...words: unknown[]) => log.warn({ words: words.map(String) }, 'the S3 client reported a problem');
  const silent = { trace() {}, debug() {}, info() {} };
  const openClient = (at: string | null, sockets = maxSockets.calls) =>
    new S3Client({
      region,
      credentials,
      maxAttempts: 2,
      logger: { ...silent, warn, error: warn },
      requestHandler: {
        connectionTimeout: times.connect,
        socketTimeout: times.pause,
        httpAgent: { maxSockets: sockets },
        httpsAgent: { maxSockets: sockets },
      },
      // Stores other than Amazon's need path-style addresses, and do not support its newer checksums.
      ...(at && { endpoint: at, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' }),
    });
  const client = openClient(endpoint);
  const reader = openClient(endpoint, maxSockets.reads);
  const forBrowsers = publicEndpoint && openClient(publicEndpoint);

  /** Calls the store with a time-out of `ms` milliseconds. */
  async function withTimeout<T>(ms: number, ask: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
    const late = new AbortController();
    // The timer is cleared when the headers have arrived: a later abort would also cut off the body.
    const timer = setTimeout(() => late.abort(), ms);
    try {
      return await ask({ abortSignal: late.signal });
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      log.warn({ err: error }, 'the file store is unavailable');
      throw new Refusal('storage-unavailable', { retryAfterSeconds, cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Repeats an upload while its connection breaks. `send` must open the file again for each attempt, because the client does
   * not retry a stream.
   */
  async function untilSent(send: () => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await send();
      } catch (error) {
        if (tries === maxUploadAttempts || !isBroken(error)) throw error;
        await wait(retryDelayMs * 2 ** tries);
      }
    }
  }

  async function get(
    key: string,
    range?: { from: number; to: number },
  ): Promise<{ body: Readable; size: number } | null> {
    try {
      const Range = range && `bytes=${range.from}-${range.to - 1}`;
      const command = new GetObjectCommand({ Bucket: bucket, Key: checkKey(key), ...(Range && { Range }) });
      const found = await withTimeout(times.begin, (options) => reader.send(command, options));
      return { body: found.Body as Readable, size: found.ContentLength ?? 0 };
    } catch (error) {
      if ((error as Error).name === 'NoSuchKey') return null;
      throw error;
    }
  }

  return {
    ...createTemporaryFiles(temporaryFolder),

    async put(key, content, contentType) {
      const inMemory = Buffer.isBuffer(content);
      const ContentLength = inMemory ? content.length : (await stat(content.file)).size;
      const target = { Bucket: bucket, Key: checkKey(key), ContentType: contentType, ContentLength };
      try {
        await withTimeout(times.whole + ContentLength / bytesPerMs, (options) =>
          untilSent(async () => {
            const Body = inMemory ? content : createReadStream(content.file);
            await client.send(new PutObjectCommand({ ...target, Body }), options);
          }),
        );
      } finally {
        if (!inMemory) await rm(content.file, { force: true });
      }
    },

    async read(key) {
      const found = await get(key);
      return found && buffer(found.body);
    },

    async size(key) {
      try {
        const command = new HeadObjectCommand({ Bucket: bucket, Key: checkKey(key) });
        return (await withTimeout(times.begin, (options) => client.send(command, options))).ContentLength ?? 0;
      } catch (error) {
        if (['NotFound', 'NoSuchKey'].includes((error as Error).name)) return null;
        throw error;
      }
    },

    stream: get,

    // The address is signed locally, without a call to the store.
    async address(key, seconds = addressSeconds) {
      const command = new GetObjectCommand({ Bucket: bucket, Key: checkKey(key) });
      return forBrowsers ? getSignedUrl(forBrowsers, command, { expiresIn: seconds }) : null;
    },

    async removeFolder(prefix) {
      const Prefix = `${checkKey(prefix)}/`;
      for (;;) {
        const list = new ListObjectsV2Command({ Bucket: bucket, Prefix });
        const { Contents: found = [], IsTruncated: more } = await withTimeout(times.whole, (options) =>
          client.send(list, options),
        );
        const Objects = found.map(({ Key }) => ({ Key }));
        const remove = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } });
        if (Objects.length === 0) return;
        // A 200 may contain errors: without this check, the loop would list the same files again.
        const { Errors: [refused] = [] } = await withTimeout(times.whole, (options) => client.send(remove, options));
        if (refused) throw new Error(`S3 did not remove ${refused.Key}: ${refused.Code}`);
        if (!more) return;
      }
    },

    async *list(prefix) {
      let ContinuationToken: string | undefined;
      do {
        const list = new ListObjectsV2Command({ Bucket: bucket, Prefix: checkPrefix(prefix), ContinuationToken });
        const page = await withTimeout(times.whole, (options) => client.send(list, options));
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key && LastModified) yield { key: Key, changedAt: LastModified };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
}
