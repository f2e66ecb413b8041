export { writeBackup } from './dump.ts';
export { keepBackup, type LastBackup, lastBackup, makeRegularBackup } from './regular.ts';
export { restoreBackup, verifyBackup } from './restore.ts';
