// Long: starts a server of its own, which has no members yet.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { startApp } from '../fixtures/app.ts';
import { password } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';

/** Signs up and logs in, as on the first visit. */
async function join(page: Page, userName: string): Promise<void> {
  await page.getByLabel('Username', { exact: true }).fill(userName);
  await page.getByLabel('Email', { exact: true }).fill(`${userName}@kith.example`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await page.waitForURL('**/account');
}

// From the log-in to a link for a friend, the host needs 11 taps: 7 for the set-up, 3 for the first steps of a member, 1 for the link.
// The friend's first post takes 3 more after the log-in.
journey('the first member sets the server up by clicks alone, and a friend joins and posts', async ({ visit }) => {
  const app = await startApp();
  const { origin } = app;
  try {
    const host = await visit('/signup', { origin });
    await join(host, 'hanna');
    let taps = 0;
    const tap = async (target: Locator) => {
      taps += 1;
      await target.click();
    };
    const press = (name: string) => tap(host.getByRole('button', { name, exact: true }));
    const heading = (name: string) => host.getByRole('heading', { name }).waitFor();

    await heading('What is this place called?');
    await host.getByLabel('Name', { exact: true }).fill('Lake & friends');
    await press('Continue');
    await heading('Give it a face');
    await press('Skip');
    await heading('Who may come in?');
    await tap(host.getByRole('radio', { name: 'Whoever is invited' }));
    await press('Continue');
    await host.getByLabel('House rules').fill('Be kind.');
    await press('Continue');
    await heading('Does mail work?');
    await press('Send me a test mail');
    await host.getByText('This server writes mails to files; nobody gets them.').waitFor();
    await press('Continue');
    for (const step of ['What do your friends call you?', 'Show your face', 'A line about yourself']) {
      await heading(step);
      await press('Skip');
    }
    await heading('Find your people');
    await tap(host.getByRole('button', { name: 'QR code' }));
    const link = await host.getByText('/signup?invitation=').innerText();
    expect(taps).toBe(11);

    const guest = await visit('/signup', { origin });
    await guest.getByRole('heading', { name: 'Come in by invitation' }).waitFor();
    await guest.getByText('Lake & friends').first().waitFor();
    await guest.getByRole('link', { name: 'About this server' }).click();
    await guest.getByText('Be kind.').waitFor();
    expect(await guest.getByText('hanna').count()).toBe(0);
    const { pathname, search } = new URL(link);
    await guest.goto(pathname + search);
    await join(guest, 'felix');
    await expect.poll(() => guest.title()).toBe('Account · Lake & friends');
    await guest.getByRole('link', { name: 'Home' }).click();
    await guest.getByRole('button', { name: 'Add' }).first().click();
    await guest.getByRole('dialog').getByRole('textbox').first().fill('Here I am');
    await guest.getByRole('dialog').getByRole('button', { name: 'Post', exact: true }).click();
    await guest.getByText('Here I am').waitFor();

    await host.getByRole('button', { name: 'Menu of hanna' }).click();
    await host.getByRole('menuitem', { name: 'Server' }).click();
    await host.getByText('Friends are invited (done)').waitFor();
    await host.getByRole('link', { name: 'Members' }).click();
    await host.getByRole('listitem').filter({ hasText: 'felix@kith.example' }).getByText('invited by').waitFor();
    // Leaves the pages before their server stops, because failed requests would be logged as errors.
    for (const each of [host, guest]) await each.goto('about:blank');
  } finally {
    await app.stop();
  }
});
