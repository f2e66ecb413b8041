export { writeBackup } from './dump.ts';
export { requireBackupFolder } from './record.ts';
export { makeRecordedBackup, makeRegularBackup } from './regular.ts';
export { restoreBackup, verifyBackup } from './restore.ts';
