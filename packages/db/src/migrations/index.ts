import { Migration001Initial } from './Migration001Initial.ts';
import { Migration002KnownDevices } from './Migration002KnownDevices.ts';
import { Migration003ImageAttempts } from './Migration003ImageAttempts.ts';
import { Migration004NotificationCounts } from './Migration004NotificationCounts.ts';
import { Migration006Exports } from './Migration006Exports.ts';
import { Migration007Visibility } from './Migration007Visibility.ts';
import { Migration008NarrowPosts } from './Migration008NarrowPosts.ts';
import { Migration009Pictures } from './Migration009Pictures.ts';
import { Migration010Joining } from './Migration010Joining.ts';
import { Migration011Moderation } from './Migration011Moderation.ts';
import { Migration012Addresses } from './Migration012Addresses.ts';
import { Migration013NamedCheck } from './Migration013NamedCheck.ts';
import { Migration014NotificationSettings } from './Migration014NotificationSettings.ts';
import { Migration015Push } from './Migration015Push.ts';
import { Migration016Bounds } from './Migration016Bounds.ts';
import { Migration017Popular } from './Migration017Popular.ts';
import { Migration018LargeAuthors } from './Migration018LargeAuthors.ts';
import { Migration019SleepingFeeds } from './Migration019SleepingFeeds.ts';
import { Migration020LikeWeights } from './Migration020LikeWeights.ts';

/** In the order they run; a released one is never changed. */
export const migrations = [
  { name: 'Migration001Initial', class: Migration001Initial },
  { name: 'Migration002KnownDevices', class: Migration002KnownDevices },
  { name: 'Migration003ImageAttempts', class: Migration003ImageAttempts },
  { name: 'Migration004NotificationCounts', class: Migration004NotificationCounts },
  { name: 'Migration006Exports', class: Migration006Exports },
  { name: 'Migration007Visibility', class: Migration007Visibility },
  { name: 'Migration008NarrowPosts', class: Migration008NarrowPosts },
  { name: 'Migration009Pictures', class: Migration009Pictures },
  { name: 'Migration010Joining', class: Migration010Joining },
  { name: 'Migration011Moderation', class: Migration011Moderation },
  { name: 'Migration012Addresses', class: Migration012Addresses },
  { name: 'Migration013NamedCheck', class: Migration013NamedCheck },
  { name: 'Migration014NotificationSettings', class: Migration014NotificationSettings },
  { name: 'Migration015Push', class: Migration015Push },
  { name: 'Migration016Bounds', class: Migration016Bounds },
  { name: 'Migration017Popular', class: Migration017Popular },
  { name: 'Migration018LargeAuthors', class: Migration018LargeAuthors },
  { name: 'Migration019SleepingFeeds', class: Migration019SleepingFeeds },
  { name: 'Migration020LikeWeights', class: Migration020LikeWeights },
];
