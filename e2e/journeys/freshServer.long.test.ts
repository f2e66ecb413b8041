// Long: starts servers of their own, which have no members yet.
import { join } from 'node:path';
import { addressOfRunning } from '@kith/platform/postgres';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { newDataDir, startApp } from '../fixtures/app.ts';
import { password } from '../fixtures/cast.ts';
import { failJob } from '../fixtures/failedJob.ts';
import { optionsOf, partsOf, pressOn } from '../fixtures/hosting.ts';
import { journey } from '../fixtures/journey.ts';
import { translator } from '../fixtures/translations.ts';

type Words = ReturnType<typeof translator>;

/** Signs up and logs in, as on the first visit. */
async function signUpAndIn(page: Page, t: Words, press: (target: Locator) => Promise<void>, userName: string) {
  const fill = (name: string, text: string) => page.getByLabel(t(`signup.${name}`), { exact: true }).fill(text);
  await fill('userName', userName);
  await fill('email', `${userName}@kith.example`);
  await fill('password', password);
  await fill('confirm', password);
  await press(page.getByRole('button', { name: t('signup.submit'), exact: true }));
  await press(page.getByRole('button', { name: t('login.submit'), exact: true }));
  await page.waitForURL('**/account');
}

// From the log-in to a link for a friend, the host needs 11 taps: 7 for the set-up, 3 for the first steps of a member, 1 for the link.
// The friend's first post takes 3 more after the log-in.
for (const [language, device] of [
  ['en', 'desktop'],
  ['es', 'phone'],
  ['pl', 'phone'],
] as const)
  journey(
    `the first member sets the server up by clicks alone on a ${device}, in ${language}, and a friend joins and posts`,
    async ({ visit }) => {
      const t = translator(language);
      const press = pressOn(device);
      const begun = performance.now();
      const dataDir = newDataDir();
      const app = await startApp({ dataDir, env: { BACKUP_DIR: join(dataDir, 'kept') } });
      const options = { ...optionsOf(device, language), origin: app.origin };
      try {
        const host = await visit('/signup', options);
        await signUpAndIn(host, t, press, 'hanna');
        let taps = 0;
        const tap = async (target: Locator) => {
          taps += 1;
          await press(target);
        };
        const button = (key: string) => host.getByRole('button', { name: t(key), exact: true });
        const heading = (key: string) => host.getByRole('heading', { name: t(key) }).waitFor();

        await heading('host.setUp.name');
        await host.getByLabel(t('host.server.name'), { exact: true }).fill('Lake & friends');
        await tap(button('welcome.next'));
        await heading('host.setUp.picture');
        await tap(button('welcome.skip'));
        await heading('host.setUp.signUp');
        await tap(host.getByRole('radio', { name: t('host.joining.invitation') }));
        await tap(button('welcome.next'));
        await host.getByLabel(t('host.server.rules')).fill('Be kind.');
        await tap(button('welcome.next'));
        await heading('host.setUp.mail');
        await tap(button('host.mail.send'));
        await host.getByText(t('host.mail.file')).waitFor();
        await tap(button('welcome.next'));
        for (const step of ['name', 'picture', 'bio']) {
          await heading(`welcome.${step}`);
          await tap(button('welcome.skip'));
        }
        await heading('welcome.people');
        await tap(button('inviteFriends.code'));
        const link = await host.getByText('/signup?invitation=').innerText();
        expect(taps).toBe(11);

        const guest = await visit('/signup', options);
        await guest.getByRole('heading', { name: t('signup.invitedHeading') }).waitFor();
        await guest.getByText('Lake & friends').filter({ visible: true }).first().waitFor();
        await press(guest.getByRole('link', { name: t('about.title') }));
        await guest.getByText('Be kind.').waitFor();
        expect(await guest.getByText('hanna').count()).toBe(0);
        const { pathname, search } = new URL(link);
        await guest.goto(pathname + search);
        await signUpAndIn(guest, t, press, 'felix');
        await expect.poll(() => guest.title()).toBe(`${t('menu.account')} · Lake & friends`);
        await press(guest.getByRole('link', { name: t('menu.home'), exact: true }));
        await press(guest.getByRole('button', { name: t('menu.add'), exact: true }).first());
        await guest.getByRole('dialog').getByRole('textbox').first().fill('Here I am');
        await press(guest.getByRole('dialog').getByRole('button', { name: t('composer.submit'), exact: true }));
        await guest.getByText('Here I am').waitFor();
        const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
        console.log(
          `From the start to the friend's first post in ${language} on a ${device}: ${seconds} s, ${taps} taps.`,
        );

        if (device === 'phone') {
          await press(button('menu.settings'));
          await press(host.getByRole('dialog').getByRole('button', { name: t('host.title'), exact: true }));
        } else {
          await press(host.getByRole('button', { name: t('menu.yours').replace('{{name}}', 'hanna') }));
          await press(host.getByRole('menuitem', { name: t('host.title'), exact: true }));
        }
        const open = partsOf(host, language, device);
        await open('overview');
        await host.getByText(`${t('host.checklist.invitations')} ${t('host.checklist.done')}`).waitFor();
        await open('members');
        const felix = host.getByRole('listitem').filter({ hasText: 'felix@kith.example' });
        await felix.getByText(t('host.members.invitedBy')).waitFor();

        const confirm = (key: string) =>
          press(host.getByRole('alertdialog').getByRole('button', { name: t(key), exact: true }));
        await open('joining');
        const all = host.getByRole('region', { name: t('host.joining.all') });
        await press(all.getByRole('button', { name: t('invitations.revoke') }));
        await confirm('invitations.revoke');
        await all.getByText(t('host.joining.noInvitations'), { exact: true }).waitFor();
        await press(host.getByRole('radio', { name: t('host.joining.closed') }));
        await host.getByText(t('host.saved')).waitFor();
        const stranger = await visit('/signup', options);
        await stranger.getByRole('heading', { name: t('signup.closedHeading') }).waitFor();

        await open('backups');
        await host.getByText(t('host.backups.none')).waitFor();
        await press(button('host.backups.start'));
        await host.getByRole('listitem').getByText(t('host.backups.verified')).waitFor();

        const databaseUrl = addressOfRunning(dataDir) ?? '';
        const name = await failJob(databaseUrl);
        await open('jobs');
        const job = host.getByRole('listitem').filter({ hasText: name });
        await press(job.getByRole('button', { name: t('host.jobs.drop') }));
        await confirm('host.jobs.drop');
        await host.getByText(t('host.jobs.none')).waitFor();
        await failJob(databaseUrl);
        await open('log');
        for (const action of ['job-dropped', 'backup-started', 'invitation-revoked', 'test-mail-sent'])
          await host.getByText(t(`host.log.${action}`)).waitFor();
        await open('jobs');
        await press(job.getByRole('button', { name: t('host.jobs.retry') }));
        await host.getByText(t('host.jobs.retryDone')).waitFor();
        // Leaves the pages before their server stops, because failed requests would be logged as errors.
        for (const each of [host, guest, stranger]) await each.goto('about:blank');
      } finally {
        await app.stop();
      }
    },
  );
