export { writeBackup } from './dump.ts';
export { type KeptBackup, listBackups, type RunningBackup, requireBackupFolder } from './folder.ts';
export { makeBackupInFolder, makeRecordedBackup, makeRegularBackup } from './regular.ts';
export { restoreBackup, verifyBackup } from './restore.ts';
