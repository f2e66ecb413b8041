import { openDatabase } from '@kith/db';
import { createTestDatabase } from '@kith/db/testing';
import { expect, inject, test } from 'vitest';
import { type Tracer, traceDatabase } from './tracing.ts';

test('a traced statement runs in the transaction that it is given', async () => {
  const spans: string[] = [];
  const tracer: Tracer = {
    span: (name, _kind, _options, work) => {
      spans.push(name);
      return work({ set: () => {}, fail: () => {} });
    },
    traceparent: () => undefined,
    close: async () => {},
  };
  const { url, drop } = await createTestDatabase(inject('databaseUrl'));
  const db = traceDatabase(await openDatabase({ url }), tracer);
  try {
    const backend = { name: 'backend', text: 'select txid_current()::text as id' };
    const [inside, again] = await db.transaction(async (tx) => [await tx.run(backend, []), await tx.run(backend, [])]);
    expect(again).toEqual(inside);
    expect(await db.run(backend, [])).not.toEqual(inside);
    expect(spans).toEqual(['transaction', 'backend', 'backend', 'backend']);
  } finally {
    await db.close();
    await drop();
  }
});
