import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { languagesFor, locales, translator } from '../fixtures/words.ts';

for (const language of languagesFor('pl'))
  journey(`settings are found by everyday words, each at its own address, in ${language}`, async ({ visit }) => {
    const say = translator(language);
    const [ida] = await createMembers(inject('origin'), 'ida');
    const page = await visit('/settings', { as: ida, locale: locales[language] });
    const settings = page.getByRole('dialog', { name: say('settings.title'), exact: true });
    const query = say('settings.privacyWords').split(' ')[0] ?? '';
    await settings.getByLabel(say('settings.search')).fill(query.normalize('NFD').replace(/\p{M}/gu, ''));
    await settings.getByRole('button', { name: say('settings.personal') }).waitFor({ state: 'detached' });
    expect(await accessibilityFaults(page)).toEqual([]);
    await settings.getByRole('button', { name: say('settings.privacy') }).click();
    const privacy = page.getByRole('dialog', { name: say('settings.privacy'), exact: true });
    await privacy.waitFor();
    expect(new URL(page.url()).pathname).toBe('/settings/privacy');
    // The address of a popup also works after a reload and in another tab.
    await page.reload();
    await privacy.waitFor();
    const other = await page.context().newPage();
    expect((await other.goto('/settings/notifications'))?.status()).toBe(200);
    await other.getByRole('dialog', { name: say('settings.notifications'), exact: true }).waitFor();
    await other.close();
    await page.goBack();
    await settings.waitFor();
    // The search also finds an entry that does not open a popup.
    await settings.getByLabel(say('settings.search')).fill(say('settings.exportWords').split(' ')[0] ?? '');
    await settings.getByRole('button', { name: say('settings.export') }).waitFor();
    await settings.getByRole('button', { name: say('settings.personal') }).waitFor({ state: 'detached' });
    await settings.getByLabel(say('settings.search')).fill('qqqq');
    await settings.getByText(say('settings.nothingFound')).waitFor();
  });
