import { expect, test } from 'vitest';
import { inputsOf } from '../../testing/answers.ts';
import { sampleSettings } from '../../testing/hostSamples.ts';
import { renderOnPage } from '../../testing/render.tsx';
import SetUp from './SetUp.tsx';

async function open(part: Parameters<typeof sampleSettings>[0]) {
  let settings = sampleSettings({ name: 'Kith', setUp: false, ...part });
  const { screen } = await renderOnPage(<SetUp then={<p>First steps of a member</p>} />, {
    answers: {
      'host.settings': () => settings,
      'host.change': (changes: object) => {
        settings = { ...settings, ...changes };
        return settings;
      },
      'host.testMail': () => ({ toFile: false }),
    },
    viewer: { host: true },
    at: '/account',
  });
  const heading = (name: string) => screen.getByRole('heading', { name });
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click();
  return { screen, heading, press };
}

test('a new server gets its name, its way in and its rules, and each step can be skipped', async () => {
  const { screen, heading, press } = await open({});
  await expect.element(heading('What is this place called?')).toBeVisible();
  await screen.getByLabelText('Name', { exact: true }).fill('Lake house');
  await press('Continue');
  await expect.element(heading('Give it a face')).toHaveFocus();
  await press('Skip');
  await screen.getByRole('radio', { name: 'Whoever is invited' }).click();
  await press('Continue');
  await expect.element(heading('House rules')).toHaveFocus();
  await press('Skip');
  await press('Send me a test mail');
  await press('Continue');
  await expect.element(screen.getByText('First steps of a member')).toBeVisible();
  expect(inputsOf('host.change')).toEqual([{ name: 'Lake house' }, { signUp: 'invitation' }, { setUp: true }]);
});

test('a step that the environment decides is left out, and a server that is set up shows no steps', async () => {
  const { screen, heading, press } = await open({ setByEnvironment: [{ setting: 'signUp', variable: 'SIGN_UP' }] });
  await expect.element(screen.getByText('Step 1 of 4')).toBeVisible();
  await press('Skip');
  await press('Skip');
  await expect.element(heading('House rules')).toHaveFocus();
  const done = await open({ setUp: true });
  await expect.element(done.screen.getByText('First steps of a member')).toBeVisible();
});
