/**
 * Whether KITH_FLEET=on, so that the tests in a browser run against several servers behind a proxy instead of one `npm start`.
 * Tests whose programs are missing then fail instead of being skipped.
 */
export const runsOnFleet = process.env.KITH_FLEET === 'on';

/** Journeys that cannot run against several servers, each with the reason. */
const singleMachineOnly = {
  confirmEmail: 'its server sends mails to a mail server of its own, and is asked at the terminal',
  federated: 'the stand-in for Google is in the memory of one server',
  invitations: 'its servers let nobody in uninvited, and are asked for invitations at the terminal',
  killed: 'kills PostgreSQL and its supervisor; e2e/ops/fleet.test.ts kills members of a fleet',
  moderation: 'needs a server without members: the first one moderates',
  publicPages: 'its server shows public pages',
};

/** Long tests that seldom fail, each with what it does. They run when KITH_NIGHT=on: at night, or when `npm test` names files. */
const nightly = {
  'apps/api/src/test/backups': 'backs up while members write; packages/platform tests backups without load',
  'apps/api/src/test/bounds':
    'likes, follows and deletes in the ten thousands; the same jobs run with few rows in other tests',
  'apps/api/src/test/examinedRows':
    'fills lists with thousands of hidden rows; plans.test.ts checks the plan of each statement',
  'apps/api/src/test/hostileArchives':
    'reads archives of a hundred thousand files; importUploads.test.ts refuses what is no ZIP',
  'apps/api/src/test/loadedModules': 'starts two servers to see which modules they load',
  'apps/api/src/test/storms': '10,000 concurrent calls; slice.test.ts and generated.test.ts recount after fewer',
  'apps/api/src/test/uploadStorms': 'sends bodies slowly, by the clock; uploads.test.ts covers their refusals',
  'e2e/journeys/confirmEmail':
    'starts a mail server and a server that requires addresses; apps/api has a test of the same name',
  'e2e/journeys/federated': 'waits for the windows of a stand-in for Google',
  'e2e/journeys/imports': 'imports an archive over an interrupted connection; apps/api tests imports without a browser',
  'e2e/journeys/invitations': 'starts four servers, one after the other',
  'e2e/journeys/killed': 'kills all of a product three times; e2e/ops/fleet.test.ts kills a server, a worker and Redis',
  'e2e/journeys/longFeed': 'scrolls through a thousand posts',
  'e2e/journeys/moderation': 'starts a server without members',
  'e2e/journeys/steady': 'watches every screen for layout shifts',
  'e2e/ops/dataDir': 'copies and moves the folder of the data, which only an operator does',
  'e2e/ops/dev': 'starts `npm run dev` with Vite; scripts/start/watch.test.ts covers the watching',
  'e2e/ops/pooler': 'starts behind PgBouncer, whose modes only an operator chooses',
  'packages/platform/src/postgres/upgrade': 'starts older servers; it matters with a new major version of PostgreSQL',
  'packages/platform/src/queue/move': 'moves jobs between three stores, which only an operator does',
  'packages/platform/src/redis/failover': 'waits for elections; e2e/ops/redis.test.ts takes a single Redis away',
};

/** Returns the test files that are left out of this run, each with the reason. */
export function excludedTests(): { file: string; why: string }[] {
  const oneMachine = Object.entries(singleMachineOnly).map(([name, why]) => [`e2e/journeys/${name}`, why] as const);
  const leaves = new Map([
    ...(runsOnFleet ? oneMachine : []),
    ...(process.env.KITH_NIGHT === 'on' ? [] : Object.entries(nightly)),
  ]);
  return [...leaves].map(([path, why]) => ({ file: `${path}.test.ts`, why }));
}
