// Long: starts a server that lets nobody in uninvited.
import { execFile } from 'node:child_process';
import { join as joinPath } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { root } from '../../scripts/lib/bootstrap.mjs';
import { cleanEnvironment, startApp } from '../fixtures/app.ts';
import { password } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';

const run = promisify(execFile);

journey('on an invite-only server an operator invites a member, who invites the next', async ({ visit }) => {
  const settings = { SIGN_UP: 'invited' };
  const app = await startApp({ env: settings });
  const spoken = { origin: app.origin };
  const kith = async (...rest: string[]): Promise<string> => {
    const env = { ...cleanEnvironment(), ...settings, ENV_FILE: '', DATA_DIR: app.dataDir, PUBLIC_URL: app.origin };
    const { stdout } = await run(process.execPath, [joinPath(root, 'scripts/kith/main.ts'), ...rest], { env });
    return stdout;
  };
  try {
    const outside = await visit('/signup', spoken);
    await outside.getByRole('heading', { name: 'Come in by invitation' }).waitFor();
    expect(await outside.getByRole('textbox').count()).toBe(0);

    const [link = ''] = (await kith('invite', '--uses', '1')).split('\n');
    expect(await kith('invitations')).toContain('1 of 1');
    const page = await visit(new URL(link).pathname + new URL(link).search, spoken);
    await page.getByText('You have been invited.').waitFor();
    expect(await page.getByRole('link', { name: 'Sign up with Google' }).getAttribute('href')).toContain(
      '?invitation=',
    );
    await page.getByLabel('Username', { exact: true }).fill('zofia');
    await page.getByLabel('Email', { exact: true }).fill('zofia@kith.example');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign up', exact: true }).click();
    await page.waitForURL(/\/login\b/);
    expect(await kith('invitations')).toContain('No invitation is open.');
    await page.getByLabel('Username or email').fill('zofia');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await page.waitForURL('**/account');

    // The doors to the invitation: the menu of the picture, Browse, the panel beside Home, and the settings.
    const popup = page.getByRole('dialog', { name: 'Invite friends' });
    await page.getByRole('button', { name: /^Menu of/ }).click();
    await page.getByRole('menuitem', { name: 'Invite friends' }).click();
    await popup.waitFor();
    for (const path of ['/browser', '/home']) {
      await page.goto(path);
      await page.getByRole('button', { name: 'Invite friends' }).click();
      await popup.waitFor();
    }
    await page.goto('/account');
    await page.getByRole('button', { name: 'Settings', exact: true }).first().click();
    await page.getByRole('button', { name: 'Invite friends' }).click();
    await popup.getByLabel('Good for').selectOption('5');
    await popup.getByRole('button', { name: 'QR code' }).click();
    const own = await popup.getByText('/signup?invitation=').innerText();
    await popup.getByText('5 people can still join').waitFor();

    const json = { userName: 'bruno', email: 'bruno@kith.example', password };
    const invitation = new URL(own).searchParams.get('invitation');
    await callRest(app.origin, 'POST /users', { json: { ...json, invitation } });
    await page.reload();
    await popup.getByText('4 people can still join').waitFor();
    await popup
      .getByRole('region', { name: 'Joined by your invitation' })
      .getByRole('link', { name: 'bruno' })
      .waitFor();
    const told = await page.context().newPage();
    await told.goto('/notification');
    await told.getByText('bruno joined by your invitation').waitFor();
    await told.getByRole('paragraph').filter({ hasText: 'bruno joined.' }).waitFor();
    await told.close();
    await popup.getByRole('button', { name: 'Take back' }).click();
    await popup.getByText('4 people can still join').waitFor({ state: 'detached' });
    await expect(
      callRest(app.origin, 'POST /users', { json: { ...json, userName: 'ewa', invitation } }),
    ).rejects.toThrow();
    // Leaves the pages before their server stops, because failed requests would be logged as errors.
    for (const each of [page, outside]) await each.goto('about:blank');
  } finally {
    await app.stop();
  }
});
