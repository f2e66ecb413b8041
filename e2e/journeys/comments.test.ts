import { expect, inject } from 'vitest';
import { createMembers, follow, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';

const origin = inject('origin');

journey('two members comment on a post: they reply, like, edit and delete', async ({ visit }) => {
  const [nina, olek] = await createMembers(origin, 'nina', 'olek');
  await follow(origin, olek, nina);
  await post(origin, nina, 'Kto idzie?');
  const his = await visit('/home', { as: olek });
  const card = his.getByRole('article').filter({ hasText: 'Kto idzie?' });
  const field = card.getByLabel('Write a comment…');
  await field.fill('Ja, i Tomek');
  await field.press('Enter');
  const row = (text: string) => card.getByRole('listitem').filter({ hasText: text }).last();
  await row('Ja, i Tomek')
    .getByRole('button', { name: `Reply to ${olek.userName}` })
    .waitFor();

  // Nina opens the post from her notification, likes the comment and replies.
  const hers = await visit('/notification', { as: nina });
  await hers.getByRole('article').filter({ hasText: 'Ja, i Tomek' }).getByRole('link').click();
  const dialog = hers.getByRole('dialog');
  const like = dialog.getByRole('button', { name: new RegExp(`^Like the comment by ${olek.userName}`) });
  await like.click();
  await dialog.getByRole('button', { name: `Reply to ${olek.userName}` }).click();
  const reply = dialog.getByRole('textbox', { name: `Reply to ${olek.userName}` });
  await reply.fill('To jest nas troje');
  await reply.press('Enter');
  await dialog.getByText('To jest nas troje').waitFor();

  // Nina's like and her reply appear live on the other member's page.
  await row('Ja, i Tomek').getByRole('button', { name: /, 1 / }).waitFor();
  await card.getByRole('button', { name: 'Show 1 reply' }).click();
  await row('To jest nas troje').waitFor();
  await row('To jest nas troje')
    .getByRole('button', { name: `Reply to ${nina.userName}` })
    .click();
  const further = card.getByRole('textbox', { name: `Reply to ${nina.userName}` });
  await further.press('End');
  await further.pressSequentially('i pies');
  await further.press('Enter');
  await dialog.getByText('i pies').waitFor();

  await row('i pies')
    .getByRole('button', { name: `Options for the comment by ${olek.userName}` })
    .click();
  await his.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  const editor = card.getByLabel('Edit your comment');
  await editor.fill('i dwa psy');
  await card.getByRole('listitem').getByRole('button', { name: 'Save', exact: true }).last().click();
  await row('i dwa psy').getByText('edited').waitFor();
  await dialog.getByText('i dwa psy').waitFor();

  // A deleted comment leaves its replies.
  const options = `Options for the comment by ${olek.userName}`;
  await row('Ja, i Tomek').getByRole('button', { name: options }).first().click();
  await his.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await row('Ja, i Tomek').waitFor({ state: 'detached' });
  expect(await dialog.getByText('Ja, i Tomek').count()).toBe(1);
  // The page sends a deletion after five seconds, in which it can be undone, or at once when the member leaves the page.
  await his.goto('/notification');
  await dialog.getByText('Comment deleted', { exact: true }).waitFor();
  await dialog.getByText('To jest nas troje').waitFor();
  await his
    .getByRole('article')
    .filter({ hasText: `${nina.userName} replied to you` })
    .waitFor();
});
