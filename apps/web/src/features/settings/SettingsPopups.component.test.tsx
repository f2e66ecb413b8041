import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { usePopup, usePopupSearch } from '../../lib/popups.ts';
import { type Answers, Refusal } from '../../testing/answers.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { bob, page } from '../../testing/samples.ts';
import SettingsPopups from './SettingsPopups.tsx';

const answers = {
  'exports.state': () => null,
  'auth.options': () => ({ signUp: 'open' }),
  'auth.sessions': () => page(),
  'users.mutes': () => page(),
  'users.blocks': () => page(),
  'users.moderators': () => page(bob),
  'secondFactor.state': () => ({ enabledAt: null, recoveryCodesLeft: 0, required: false }),
  'passkeys.list': () => page(),
  'notifications.settings': () => ({
    enabled: true,
    messages: true,
    tags: true,
    followers: true,
    likes: true,
    comments: true,
    joins: true,
    events: true,
    birthdays: true,
  }),
};

function Account() {
  const { popup } = usePopupSearch();
  const { open } = usePopup();
  return (
    <>
      <button type="button" onClick={() => void open({ popup: 'settings' })}>
        Open
      </button>
      {popup && <SettingsPopups />}
    </>
  );
}

async function open(more: Answers = {}) {
  const { screen, router } = await renderOnPage(<Account />, { answers: { ...answers, ...more }, at: '/account' });
  await screen.getByRole('button', { name: 'Open' }).click();
  const settings = screen.getByRole('dialog', { name: 'Settings', exact: true });
  const row = (name: string) => settings.getByRole('button', { name, exact: true });
  return { screen, router, settings, row, search: screen.getByLabelText('Search settings') };
}

for (const [name, address, closer] of [
  ['Edit Profile', 'profile', 'Cancel'],
  ['Personal Information', 'personal', 'Cancel'],
  ['Privacy & Security', 'privacy', 'Cancel'],
  ['Muted and blocked', 'blocked', 'Close'],
  ['Two-step log-in and passkeys', 'second-factor', 'Close'],
  ['Devices', 'devices', 'Close'],
  ['Notifications', 'notifications', 'Cancel'],
  ['Help Center', 'help', 'Close'],
  ['Contact Support', 'contact', 'Close'],
  ['Terms of Service', 'terms', 'Close'],
] as const)
  test(`${name} opens above the settings at its address, and gives the focus back to its row`, async () => {
    const { screen, router, row } = await open();
    const popup = screen.getByRole('dialog', { name, exact: true });
    await row(name).click();
    await expect.element(popup).toBeVisible();
    expect(router.state.location.maskedLocation?.pathname).toBe(`/settings/${address}`);
    await userEvent.keyboard('{Escape}');
    await expect.element(row(name)).toHaveFocus();
    await row(name).click();
    await popup.getByRole('button', { name: closer, exact: true }).first().click();
    await expect.element(popup).not.toBeInTheDocument();
    await expect.element(row(name)).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
  });

test('the settings lead to what the server says of itself', async () => {
  const { row, router } = await open();
  await row('About this server').click();
  await expect.poll(() => router.state.location.pathname).toBe('/about');
});

test('settings are found by everyday words, without accents, also those that open no popup', async () => {
  const { row, search, settings } = await open();
  for (const [words, found] of [
    ['pássword', 'Privacy & Security'],
    ['block', 'Muted and blocked'],
    ['passkey', 'Two-step log-in and passkeys'],
    ['devices', 'Devices'],
    ['birth', 'Personal Information'],
    ['push', 'Notifications'],
    ['bot', 'Apps and bots'],
    ['ical', 'Calendar'],
    ['export', 'Download my data'],
  ] as const) {
    await search.fill(words);
    await expect.element(row(found)).toBeVisible();
    await expect.element(row('Help Center')).not.toBeInTheDocument();
  }
  await search.fill('colour');
  await expect.element(settings.getByRole('switch', { name: 'Dark mode' })).toBeVisible();
  await search.fill('polski');
  await expect.element(settings.getByLabelText('Language')).toBeVisible();
  await search.fill('qqqq');
  await expect.element(settings.getByText('No setting found.')).toBeVisible();
});

test('what only few members need stands under Advanced', async () => {
  const { settings } = await open();
  const rows = settings.getByRole('region', { name: 'Advanced' }).getByRole('button');
  await expect
    .poll(() => rows.elements().map(({ textContent }) => textContent))
    .toEqual(['Calendar', 'Import', 'Apps and bots', 'Webhooks', 'Download my data']);
});

test('Contact Support names the people who run the server, each with a link to write to', async () => {
  const { screen, row, router } = await open();
  await row('Contact Support').click();
  await screen.getByRole('link', { name: 'Write to bob' }).click();
  expect(router.state.location).toMatchObject({ pathname: '/messages', search: { userId: bob.userId } });
});

test('a log-out that fails says why, and the member stays', async () => {
  const { screen, row, router } = await open({
    'auth.logout': () => {
      throw new Refusal('rate-limited');
    },
  });
  await row('Log Out').click();
  await expect.element(screen.getByText(/^Logout failed: You are doing this/)).toBeVisible();
  expect(router.state.location.pathname).toBe('/account');
});
