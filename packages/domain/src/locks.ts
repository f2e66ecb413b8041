import { serverQueries, type Transaction } from '@kith/db';

/** PostgreSQL's advisory locks, by what they serialise; 7141009 is that of migrations. */
const locks = {
  /** Deliveries of notifications: each must see what the one before has committed. */
  delivery: 7_141_013,
  /** Inserts of the server's own webhooks, which have no account to lock: each counts the earlier ones. */
  serverWebhooks: 7_141_061,
  /** Changes of hosts, of moderators and of who is disabled: each must see who the hosts are after the one before. */
  hosts: 7_141_065,
  /** Inserts of imports: each counts the sizes of the others. */
  imports: 7_141_064,
};

/** Waits until no other transaction of any process holds the lock, which this one then holds until it ends. */
export const lock = async (tx: Transaction, what: keyof typeof locks): Promise<void> => {
  await tx.run(serverQueries.lock, [locks[what]]);
};
