export * from './accounts.ts';
export * from './follows.ts';
export * from './messages.ts';
export * from './notifications.ts';
export * from './pendingJobs.ts';
export * from './popular.ts';
export * from './posts.ts';
export * from './server.ts';
