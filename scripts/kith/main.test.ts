import { expect, it } from 'vitest';
import { kith } from './runKith.ts';

it('`kith help` lists the commands, and an unknown command is named in one line', async () => {
  const help = await kith({}, 'help');
  expect([help.code, help.said]).toEqual([0, expect.stringContaining('moderator NAME [--remove]')]);
  const unknown = await kith({}, 'user', 'shwo', 'ann');
  expect(unknown).toEqual({ code: 1, said: 'There is no command "user shwo"; npm run kith -- help lists them all.\n' });
});
