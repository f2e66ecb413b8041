import { setTimeout as wait } from 'node:timers/promises';
import { keepReserve, type RunningPostgres, startPostgres } from '@kith/platform/postgres';

const maxDelayMs = 10_000;

export interface SupervisedDatabase {
  url: string;
  /** A note for the operator about the data's location and the user who runs PostgreSQL, or null. */
  note: string | null;
  stop(): Promise<void>;
}

/** Runs the embedded PostgreSQL of a data folder. Whenever PostgreSQL exits, restarts it at the same address. */
export async function superviseDatabase(dataDir: string): Promise<SupervisedDatabase> {
  const reserve = await keepReserve(dataDir);
  let current = await startPostgres({ dataDir });
  let stopping = false;
  const port = Number(new URL(current.url).port);

  void (async () => {
    while (true) {
      await current.ended;
      if (stopping) return;
      console.error('PostgreSQL ended; starting it again.');
      const again = await restart(() => stopping, dataDir, port);
      if (!again) return;
      current = again;
    }
  })();

  return {
    url: current.url,
    note: current.note,
    async stop() {
      stopping = true;
      reserve.close();
      await current.stop();
    },
  };
}

async function restart(isStopping: () => boolean, dataDir: string, port: number): Promise<RunningPostgres | null> {
  for (let pause = 200; !isStopping(); pause = Math.min(pause * 2, maxDelayMs)) {
    try {
      const started = await startPostgres({ dataDir, port });
      if (isStopping()) await started.stop();
      return started;
    } catch (error) {
      console.error((error as Error).message);
      await wait(pause);
    }
  }
  return null;
}
