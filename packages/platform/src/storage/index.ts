import { join } from 'node:path';
import type { FileStorage } from '@kith/domain';
import type { Settings } from '../settings.ts';
import { createFileStorage } from './files.ts';

/** Files on S3 where the settings name a bucket, otherwise in DATA_DIR. */
export async function createStorage(settings: Settings): Promise<FileStorage> {
  if (!settings.s3) return createFileStorage(join(settings.dataDir, 'media-store'));
  const { createS3Storage } = await import('./s3.ts');
  return createS3Storage(settings.s3);
}
