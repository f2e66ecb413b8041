import { expect, inject } from 'vitest';
import { createMembers, database, follow } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';

const origin = inject('origin');

/** The date this many days from now, as a date field takes it; the browser and this process have the same zone. */
function dateIn(days: number): string {
  const at = new Date();
  at.setDate(at.getDate() + days);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

journey('friends are asked to an event, answer, see who comes, and put it into their calendars', async ({ visit }) => {
  const [ewa, olek] = await createMembers(origin, 'ewa', 'olek');
  await follow(origin, olek, ewa);
  await follow(origin, ewa, olek);

  const hers = await visit('/home?popup=compose', { as: ewa });
  const composer = hers.getByRole('dialog');
  await composer.getByRole('textbox', { name: "What's on your mind?" }).fill('Skating on the pond');
  await composer.getByRole('button', { name: 'Event', exact: true }).click();
  await composer.getByLabel('Date', { exact: true }).fill(dateIn(3));
  await composer.getByLabel('Begins at').fill('18:30');
  await composer.getByLabel('Place').fill('The pier');
  await composer.getByRole('button', { name: 'Post', exact: true }).click();
  const card = hers
    .getByRole('article')
    .filter({ hasText: 'Skating on the pond' })
    .getByRole('group', { name: 'Event', exact: true });
  await card.getByText('18:30').waitFor();
  await card.getByText('No answers yet').waitFor();

  // He answers from the list of all that is coming up, in another language.
  const his = await visit('/browser?events=true', { as: olek, locale: 'pl-PL' });
  await his.getByRole('link', { name: /Skating on the pond.*The pier/ }).click();
  const popup = his.getByRole('dialog').getByRole('group', { name: 'Wydarzenie', exact: true });
  await popup.getByRole('button', { name: 'Będę 0' }).click();
  await popup.getByRole('button', { name: 'Będę 1', exact: true }).waitFor();
  const download = his.waitForEvent('download');
  await popup.getByRole('link', { name: 'Dodaj do kalendarza' }).click();
  expect((await download).suggestedFilename()).toMatch(/^event-\d+\.ics$/);

  // Her card says so at once, and names him.
  await card.getByRole('button', { name: 'Going 1' }).waitFor();
  await card.getByRole('button', { name: '1 is going' }).click();
  await hers.getByRole('dialog', { name: 'Who’s coming' }).getByRole('link', { name: olek.userName }).waitFor();
  await hers.keyboard.press('Escape');

  // She calls it off, and he is told.
  await hers
    .getByRole('article')
    .filter({ hasText: 'Skating on the pond' })
    .getByRole('button', { name: 'Post options' })
    .click();
  await hers.getByRole('menuitem', { name: 'Edit post' }).click();
  const editor = hers.getByRole('dialog');
  await editor.getByRole('switch', { name: 'Called off' }).click();
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await card.getByText('Called off').waitFor();
  await popup.getByText('Odwołane').waitFor();
  await expect
    .poll(async () => {
      const { rows } = await database().query('select kind from notifications where recipient_id = $1', [olek.userId]);
      return rows.map(({ kind }) => kind);
    })
    .toContain('eventCancelled');

  // His calendar has an address of its own, until he switches it off.
  await his.goto('/settings/calendar');
  const settings = his.getByRole('dialog', { name: 'Kalendarz' });
  await settings.getByRole('button', { name: 'Utwórz adres' }).click();
  const address = await settings.getByLabel('Adres twojego kalendarza').inputValue();
  const feed = async () => {
    const answer = await fetch(`${origin}/events.ics${new URL(address).search}`);
    return [answer.status, answer.ok && (await answer.text()).includes('STATUS:CANCELLED')];
  };
  expect(await feed()).toEqual([200, true]);
  await settings.getByRole('button', { name: 'Wyłącz' }).click();
  await settings.getByRole('button', { name: 'Utwórz adres' }).waitFor();
  expect(await feed()).toEqual([404, false]);
});
