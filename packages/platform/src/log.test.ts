import { fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';

const script = fileURLToPath(new URL('./testing/complain.ts', import.meta.url));

describe('the log of a process that repeats a warning endlessly', () => {
  let lines: Record<string, unknown>[];

  beforeAll(async () => {
    const child = fork(script, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    const [said] = await Promise.all([text(child.stdout as NodeJS.ReadableStream), once(child, 'exit')]);
    lines = said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  });

  const of = (msg: string) => lines.filter((line) => line.msg === msg);

  test('contains the first of many equal warnings, and one more a minute with their count', () => {
    const [first, summary] = of('event not published');
    expect([first?.repeated, summary?.repeated, first?.until]).toEqual([undefined, 999, undefined]);
    expect(summary?.until).toEqual(expect.stringMatching(/^\d{4}-\d\d-\d\dT/));
  });

  test('contains every different warning, and everything that is no warning', () => {
    const failed = of('a job failed').map(({ error, repeated }) => [error, repeated]);
    const both = (repeated?: number) => [
      ['images broke', repeated],
      ['mail broke', repeated],
    ];
    expect(failed).toEqual([...both(), ...both(4)]);
    expect(of('a member joined')).toHaveLength(3);
  });

  test('says plainly that a disk is full, once for all operations that fail', () => {
    const repeats = of('No space left on the disk: until some is made, nothing new can be kept');
    expect(repeats.map(({ repeated }) => repeated)).toEqual([undefined, 1]);
  });

  test('contains the code of an error, and no code that was mailed to a member', () => {
    const [refused] = of('event not published') as [{ err: { code: string } }];
    expect(refused.err.code).toBe('ECONNREFUSED');
    const [reset] = of('a reset') as [{ body: object; code: string; oobCode: string }];
    expect(reset).toMatchObject({ body: { code: '(secret)' }, code: '(secret)', oobCode: '(secret)' });
    expect(JSON.stringify(lines)).not.toContain('hunter');
  });
});
