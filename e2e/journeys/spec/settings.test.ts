import { expect, inject } from 'vitest';
import { createMembers } from '../../fixtures/cast.ts';
import { journey } from '../../fixtures/journey.ts';
import { says } from '../../fixtures/says.ts';

// What the specification says of the settings popup, in its order, to the end of the account. What stands in each popup its
// component test asserts; theme and language oneBrowser.test.ts; what an account leaves identity.test.ts and its neighbours.

const origin = inject('origin');

journey('the specification of the settings', async ({ visit }) => {
  const [ewa] = await createMembers(origin, 'ewa');
  const page = await visit('/account', { as: ewa, allow: /status of 401/ });
  const settings = page.getByRole('dialog', { name: 'Settings', exact: true });
  const dialog = page.getByRole('dialog').last();
  const entry = (name: string) => settings.getByRole('button', { name, exact: true });
  const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });
  const field = (name: string) => dialog.getByLabel(name, { exact: true });

  await says('The settings have their entries, in groups, the theme and the languages.', async () => {
    await page.getByRole('navigation').first().getByRole('button', { name: 'Settings', exact: true }).click();
    for (const name of ['Edit Profile', 'Personal Information', 'Privacy & Security', 'Notifications', 'Help Center'])
      await entry(name).waitFor();
    for (const name of ['Contact Support', 'Terms of Service', 'Log Out']) await entry(name).waitFor();
    await settings.getByText('Preferences', { exact: true }).waitFor();
    await settings.getByText('Help & Support', { exact: true }).waitFor();
    const languages = settings.getByLabel('Language').getByRole('option');
    expect(await languages.allInnerTexts()).toEqual(['English', 'Español', 'Polski']);
  });
  await says('Edit Profile popup: username, bio, new profile picture, deletion, Save Changes, Cancel.', async () => {
    await entry('Edit Profile').click();
    expect(await field('Username').inputValue()).toBe(ewa.userName);
    await field('Bio').waitFor();
    for (const name of ['Delete your account', 'Save Changes']) await inDialog(name).waitFor();
    expect(await dialog.locator('input[type=file]').count()).toBe(1);
    await inDialog('Cancel').click();
    await page.getByRole('dialog', { name: 'Edit Profile', exact: true }).waitFor({ state: 'detached' });
  });

  const question = page.getByRole('alertdialog', { name: 'Confirm Account Deletion' });
  const yes = question.getByRole('button', { name: 'Yes, Delete', exact: true });
  await says("Deletion asks under 'Confirm Account Deletion'.", async () => {
    await entry('Edit Profile').click();
    await inDialog('Delete your account').click();
    await question.getByText('Are you sure you want to delete your account? This action cannot be undone.').waitFor();
    await question.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
  });
  await says("After it shows 'Account deleted!', storage is cleared and /login opens.", async () => {
    await question.getByLabel('Your password').fill(ewa.password);
    await yes.click();
    await question.getByText('Account deleted!').waitFor();
    await page.waitForURL(/\/login\b/);
    await page.getByRole('heading', { name: 'Take care' }).waitFor();
    expect(await page.evaluate(`Object.keys(localStorage).filter((key) => key.startsWith('logged'))`)).toEqual([]);
  });
});
