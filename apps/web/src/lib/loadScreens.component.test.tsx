import { expect, test } from 'vitest';
import { sampleSettings } from '../testing/hostSamples.ts';
import { alice, renderOnPage } from '../testing/render.tsx';
import { page } from '../testing/samples.ts';
import { loadAccount } from './loadScreens.ts';
import { queries } from './queries.ts';

test('the account of a host is shown once it is known whether the server is set up', async () => {
  await renderOnPage(null, {
    answers: {
      'auth.session': () => ({ user: { ...alice, host: true } }),
      'posts.byUser': () => page(),
      'host.settings': () => sampleSettings({ setUp: false }),
    },
  });
  await loadAccount();
  expect(queries.host.settings.getData()?.setUp).toBe(false);
});
