import { expect, inject } from 'vitest';
import { createMembers, database, post, uniqueName } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');

journey('a comment and a message are reported, and a moderator decides', async ({ visit }) => {
  const [marta, pablo, lucia] = await createMembers(origin, 'marta', 'pablo', 'lucia');
  await database().query('update users set moderator = true where id = $1', [marta.userId]);
  const postId = await post(origin, marta, 'Hello');
  // The moderators of this server see the reports of other journeys as well.
  const [advert, insult] = [uniqueName('Buy it now'), uniqueName('Give me money')];
  await callRest(origin, 'POST /comments', {
    token: pablo.token,
    json: { userId: pablo.userId, postId, content: advert },
  });
  await callRest(origin, 'POST /messages', {
    token: pablo.token,
    json: { senderId: pablo.userId, receiverId: lucia.userId, content: insult },
  });

  const reporter = await visit(`/post/${postId}`, { as: lucia });
  const options = reporter.getByRole('button', { name: `Options for the comment by ${pablo.userName}` });
  await options.click();
  await reporter.getByRole('menuitem', { name: 'Report' }).click();
  const popup = reporter.getByRole('dialog', { name: 'Report this comment' });
  await popup.getByRole('button', { name: 'Send report' }).click();
  await popup.getByText('Choose what is wrong with it.').waitFor();
  await popup.getByLabel('Spam or advertising').check();
  await popup.getByLabel('Anything else? (optional)').fill('It is an advertisement');
  await popup.getByRole('button', { name: 'Send report' }).click();
  await reporter.getByText('Thank you. The moderators will look at it.').first().waitFor();
  await popup.waitFor({ state: 'detached' });
  await expect.poll(() => options.and(reporter.locator(':focus')).count()).toBe(1);

  await reporter.goto(`/messages?userId=${pablo.userId}`);
  await reporter.locator('[data-bubble]').filter({ hasText: insult }).last().click({ button: 'right' });
  await reporter.getByRole('menuitem', { name: 'Report' }).click();
  const second = reporter.getByRole('dialog', { name: 'Report this message' });
  await second.getByLabel('Harassment or hate').check();
  await second.getByRole('button', { name: 'Send report' }).click();
  await second.waitFor({ state: 'detached' });

  const other = await visit('/moderation', { as: pablo, allow: /moderation\./ });
  await other.getByText('404 - Page Not Found').first().waitFor();
  expect(await other.getByRole('link', { name: 'Moderation' }).count()).toBe(0);

  const page = await visit('/home', { as: marta });
  await page.getByRole('link', { name: 'Moderation' }).click();
  const caseOf = (text: string) => page.getByRole('article').filter({ hasText: text });
  await caseOf(insult).waitFor();
  await caseOf(advert).getByText('It is an advertisement').waitFor();
  const note = uniqueName('Annoying');
  await caseOf(advert).getByLabel('Note').fill(note);
  await caseOf(advert).getByRole('button', { name: 'Hide', exact: true }).click();
  await page.getByRole('heading', { name: 'What was decided' }).waitFor();
  await caseOf(insult).getByRole('button', { name: 'Dismiss', exact: true }).click();
  await caseOf(insult).waitFor({ state: 'detached' });

  await reporter.goto('/notification');
  await reporter.getByText('We acted on your report. Thank you.').waitFor();
  await reporter.getByText('We looked at what you reported. It can stay. Thank you.').waitFor();
  await reporter.goto(`/post/${postId}`);
  await reporter.getByText('No comments yet').waitFor();

  const decided = page.getByRole('listitem').filter({ hasText: note });
  await decided.getByRole('button', { name: 'Undo' }).click();
  await decided.getByLabel('Note').fill('It was a mistake.');
  await decided.getByRole('button', { name: 'Take back' }).click();
  await caseOf(advert).waitFor();
  await reporter.reload();
  await reporter.getByText(advert).waitFor();
});
