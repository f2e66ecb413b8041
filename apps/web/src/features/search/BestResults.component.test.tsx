import { expect, test } from 'vitest';
import { inputsOf, Refusal } from '../../testing/answers.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { bob, samplePost } from '../../testing/samples.ts';
import { BestResults } from './BestResults.tsx';

const member = (userId: number, userName: string) => ({ ...bob, userId, userName, followState: 'none', bio: '' });
const nothing = { people: [], posts: [], tags: [] };

const show = (found: object, query = 'lak') =>
  renderOnPage(<BestResults query={query} />, { answers: { 'search.best': () => ({ ...nothing, ...found }) } });

test('people, posts and tags stand in one list, those whose user names begin with the query first', async () => {
  const { screen } = await show({
    people: [member(3, 'lakeman'), member(4, 'milak')],
    posts: [samplePost({ caption: 'By the Lake' })],
    tags: [{ tag: 'lake', postsCount: 3 }],
  });
  const headings = () =>
    screen
      .getByRole('heading')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(headings).toEqual(['People', 'Other matches', 'Posts', 'Tags']);
  const people = screen.getByRole('region', { name: 'People found' }).getByRole('link').elements();
  expect(people.map(({ textContent }) => textContent)).toEqual(['lakeman', 'milak']);
  await expect.element(screen.getByRole('link', { name: 'By the Lake' })).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'Tags found' }).getByText('#lake')).toBeVisible();
  expect(screen.getByRole('link', { name: /^Show all/ }).elements()).toEqual([]);
  expect(inputsOf('search.best')).toEqual([{ query: 'lak', limit: 5 }]);
});

test('a post has the name of its author and, beside it, the user name, neither of which is marked', async () => {
  const user = { ...bob, userName: 'laker', displayName: 'Ana Lakó' };
  const { screen } = await show({ posts: [samplePost({ user, caption: 'By the sea' })] });
  await expect.element(screen.getByText('Ana Lakó', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('@laker', { exact: true })).toBeVisible();
  expect(screen.getByRole('mark').elements()).toEqual([]);
});

test('a full section leads to all results of its kind', async () => {
  const { screen, router } = await show({ tags: [1, 2, 3, 4, 5].map((n) => ({ tag: `lake${n}`, postsCount: n })) });
  await screen.getByRole('link', { name: 'Show all: Tags' }).click();
  await expect.poll(() => router.state.location.search).toEqual({ kind: 'tags' });
});

test('with posts alone, a line says that nobody is found; a row begins shortly before its first match', async () => {
  const caption = `${'Long ago and far away, as it is told. '.repeat(5)}Then we saw the lake again.`;
  const { screen } = await show({ posts: [samplePost({ caption })] });
  await expect.element(screen.getByText('No users found.')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: /^….*Then we saw the lake again\.$/ })).toBeVisible();
  expect(
    screen
      .getByRole('mark')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['lake']);
});

test.each([
  ['nothing is found', () => nothing],
  [
    'the search fails',
    () => {
      throw new Refusal('rate-limited');
    },
  ],
])('if %s, nobody is found', async (_, answer) => {
  const { screen } = await renderOnPage(<BestResults query="lak" />, { answers: { 'search.best': answer } });
  await expect.element(screen.getByRole('status').getByText('No users found.')).toBeVisible();
  expect(screen.getByRole('heading').elements()).toEqual([]);
});
