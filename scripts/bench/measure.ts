import type { Case } from './cases.ts';
import { load } from './load.ts';
import type { Row } from './report.ts';
import type { ApiServer } from './server.ts';

/**
 * Loads each case and its floor alternately, twice each, and takes the mean of the rates, so that other load on the machine
 * affects both alike. A warm-up second before each is not counted.
 */
export async function measure(
  api: ApiServer,
  cases: Case[],
  seconds: number,
  tell: (line: string) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, kith, floor, connections: each } of cases) {
    for (const connections of each) {
      await load(kith, connections, 1);
      await load(floor, connections, 1);
      await api.stall();
      const runs = [];
      for (let turn = 0; turn < 2; turn++) {
        runs.push({ floor: await load(floor, connections, seconds), kith: await load(kith, connections, seconds) });
      }
      const [a, b] = runs as [(typeof runs)[0], (typeof runs)[0]];
      const mean = (who: 'kith' | 'floor') => ({
        perSecond: Math.round((a[who].perSecond + b[who].perSecond) / 2),
        p50: (a[who].p50 + b[who].p50) / 2,
        p99: Math.max(a[who].p99, b[who].p99),
        failed: a[who].failed + b[who].failed,
      });
      const row = { name, connections, kith: mean('kith'), floor: mean('floor'), stall: await api.stall() };
      rows.push(row);
      const ratio = (row.kith.perSecond / row.floor.perSecond).toFixed(2);
      const failed = row.kith.failed ? `, ${row.kith.failed} FAILED` : '';
      tell(
        `${name} at ${connections}: ${row.kith.perSecond}/s, floor ${row.floor.perSecond}/s, ${ratio}, stall ${row.stall.worst} ms${failed}`,
      );
    }
  }
  return rows;
}
