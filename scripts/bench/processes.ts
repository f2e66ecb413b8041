import { query } from './cases.ts';
import type { Member } from './fill.ts';
import { load } from './load.ts';
import type { Figures } from './report.ts';
import { startApi } from './server.ts';

const connections = 32;
const seconds = 5;
const rounds = 3;

/** Loads a member's home feed alternately through one api process and through several, with the same total of connections. */
export async function processesFigures(
  checkout: string,
  env: NodeJS.ProcessEnv,
  { token }: Member,
  processes: number,
): Promise<Figures> {
  const servers = await Promise.all(Array.from({ length: processes }, () => startApi(checkout, env)));
  const what = { path: query('feed.home', {}), token };
  const through = async (count: number): Promise<number> => {
    const some = servers.slice(0, count);
    const loads = await Promise.all(some.map(({ origin }) => load(origin, what, connections / count, seconds)));
    return loads.reduce((sum, { perSecond }) => sum + perSecond, 0);
  };
  try {
    for (const count of [1, processes]) await through(count);
    const [one, all]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      one.push(await through(1));
      all.push(await through(processes));
    }
    const middle = (rates: number[]) => rates.toSorted((a, b) => a - b)[rounds >> 1] as number;
    const times = Number((middle(all) / middle(one)).toFixed(2));
    return {
      name: 'processes',
      text: `The home feed at ${connections} connections: ${middle(one)} requests a second through one api process, ${middle(all)} through ${processes}, ${times} times as many, with the load on the same cores.`,
      figures: { processes, one, all, times },
    };
  } finally {
    for (const each of servers) await each.stop();
  }
}
