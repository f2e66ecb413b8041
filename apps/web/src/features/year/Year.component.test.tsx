import { expect, test } from 'vitest';
import { queryClient } from '../../lib/queryClient.ts';
import { type Answers, inputsOf, Refusal } from '../../testing/answers.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { samplePicture } from '../../testing/samples.ts';
import Year from './Year.tsx';

const none = { status: 'none', expiresAt: null, months: [] };
const post = (postId: number, caption: string) => ({ postId, caption, createdAt: '2025-03-01T12:00:00.000Z' });
const ready = {
  status: 'ready',
  expiresAt: '2026-01-04T12:00:00.000Z',
  months: [{ month: 3, pictures: [{ ...post(1, 'The lake'), picture: samplePicture() }], texts: [post(2, 'Spring!')] }],
};
const show = async (answers: Answers) => (await renderOnPage(<Year year={2025} />, { answers })).screen;

test('a year is made on request, and shows pictures and words by month', async () => {
  let page: object = none;
  const screen = await show({
    'years.read': () => page,
    'years.make': () => {
      page = ready;
      return { ...none, status: 'waiting' };
    },
  });
  await screen.getByRole('button', { name: 'Make the page' }).click();
  await expect.element(screen.getByRole('status', { name: 'Making the page' })).toBeInTheDocument();
  const march = screen.getByRole('region', { name: 'March' });
  await expect.element(march.getByRole('link', { name: 'Open post: The lake' })).toBeVisible();
  await expect.element(march.getByText('Spring!')).toBeVisible();
  expect(inputsOf('years.make')).toMatchObject([{ year: 2025, timeZone: expect.any(String) }]);
  await expect.element(screen.getByRole('button', { name: 'Print' })).toBeVisible();
});

test('an answer from before the page was asked for does not take its place', async () => {
  const late = Promise.withResolvers<object>();
  let page: object | Promise<object> = none;
  const screen = await show({
    'years.read': () => page,
    'years.make': () => {
      page = ready;
      return { ...none, status: 'waiting' };
    },
  });
  await expect.element(screen.getByRole('button', { name: 'Make the page' })).toBeVisible();
  page = late.promise;
  void queryClient.invalidateQueries();
  await expect.poll(() => inputsOf('years.read').length).toBe(2);
  await screen.getByRole('button', { name: 'Make the page' }).click();
  await expect.element(screen.getByRole('status', { name: 'Making the page' })).toBeInTheDocument();
  late.resolve(none);
  await expect.element(screen.getByRole('button', { name: 'Print' })).toBeVisible();
});

test('the years before can be opened, and none that is still to come', async () => {
  const year = new Date().getFullYear();
  const { screen } = await renderOnPage(<Year year={year} />, { answers: { 'years.read': () => none } });
  await expect.element(screen.getByRole('link', { name: String(year - 1) })).toBeVisible();
  expect(screen.getByRole('link', { name: String(year + 1) }).query()).toBeNull();
});

test('an empty year says so kindly, and a refusal why', async () => {
  const empty = await show({ 'years.read': () => ({ ...none, status: 'ready' }) });
  await expect.element(empty.getByText('2025 is still blank')).toBeVisible();
  const refused = await show({
    'years.read': () => none,
    'years.make': () => {
      throw new Refusal('rate-limited');
    },
  });
  await refused.getByRole('button', { name: 'Make the page' }).click();
  await expect.element(refused.getByText(/too often/)).toBeVisible();
});
