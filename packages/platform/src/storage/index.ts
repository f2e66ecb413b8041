import { join } from 'node:path';
import type { FileStorage, Log } from '@kith/domain';
import type { Settings } from '../settings.ts';
import { createFileStorage } from './files.ts';

/** Stores files in S3 if the settings name a bucket, otherwise in DATA_DIR. */
export async function createStorage(settings: Settings, log: Log): Promise<FileStorage> {
  const folder = join(settings.dataDir, 'media-store');
  if (!settings.s3) return createFileStorage(folder);
  const { createS3Storage } = await import('./s3.ts');
  return createS3Storage(settings.s3, { temporaryFolder: join(folder, 'temporary'), log });
}
