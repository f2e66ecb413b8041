import type { LimitRule } from '@kith/domain';
import { expect, test } from 'vitest';
import { createLimiter, productLimiter } from './limits.ts';
import { onBothBackends } from './testing/backends.ts';

const rule: LimitRule = { name: 'log-in', points: 15, seconds: 60 };

onBothBackends('a limit', (backend) => {
  test('counts 20 concurrent calls in two processes as 20', async (context) => {
    backend.need(context);
    const limiters = [
      createLimiter(await backend.open(), backend.log),
      createLimiter(await backend.open(), backend.log),
    ];
    const calls = Array.from({ length: 20 }, (_, index) => limiters[index % 2]?.consume(rule, 'alice'));
    const answers = await Promise.all(calls);
    expect(answers.filter((answer) => answer === null)).toHaveLength(15);
    for (const seconds of answers.filter((answer) => typeof answer === 'number')) {
      expect(seconds).toBeGreaterThan(55);
      expect(seconds).toBeLessThanOrEqual(60);
    }
  });

  test('keeps keys, rules and costs separate, and resets on request', async (context) => {
    backend.need(context);
    const limiter = createLimiter(await backend.open(), backend.log);
    expect(await limiter.consume(rule, 'bob', 16)).not.toBeNull();
    expect(await limiter.consume(rule, 'carol')).toBeNull();
    expect(await limiter.consume({ ...rule, name: 'reset' }, 'bob')).toBeNull();
    await limiter.reset(rule, 'bob');
    expect(await limiter.consume(rule, 'bob')).toBeNull();
  });

  test('only reads at cost 0, and takes a call back with a negative cost', async (context) => {
    backend.need(context);
    const limiter = createLimiter(await backend.open(), backend.log);
    expect(await limiter.consume(rule, 'erin', 15)).toBeNull();
    expect(await limiter.consume(rule, 'erin', 0)).toBeNull();
    await limiter.consume(rule, 'erin', -1);
    expect(await limiter.consume(rule, 'erin')).toBeNull();
    expect(await limiter.consume(rule, 'erin')).not.toBeNull();
    expect(await limiter.consume(rule, 'erin', 0)).not.toBeNull();
    expect(await limiter.consume(rule, 'nobody', 0)).toBeNull();
  });

  test('continues within the process when its store is unavailable, and logs that once', async (context) => {
    backend.need(context);
    const stores = await backend.open();
    const limiter = createLimiter(stores, backend.log);
    await stores.close();
    stores.close = async () => {};
    backend.log.messages.length = 0;
    const waits: (number | null)[] = [];
    for (let call = 0; call < 20; call += 1) waits.push(await limiter.consume(rule, 'dave'));
    expect(waits.filter((wait) => wait === null)).toHaveLength(rule.points);
    await limiter.reset(rule, 'dave');
    expect(await limiter.consume(rule, 'dave')).toBeNull();
    const warnings = backend.log.messages.filter((message) => /^limits are counted per process/.test(message));
    expect(warnings).toHaveLength(1);
  });

  test('with RATE_LIMIT=off is counted only if it is a rule of the product', async (context) => {
    backend.need(context);
    const limiter = productLimiter(createLimiter(await backend.open(), backend.log));
    expect(await limiter.consume(rule, 'erin', 1000)).toBeNull();
    expect(await limiter.consume({ ...rule, always: true }, 'erin', 1000)).not.toBeNull();
  });
});
