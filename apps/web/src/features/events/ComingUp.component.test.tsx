import { expect, test } from 'vitest';
import { inputsOf } from '../../testing/answers.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { samplePost } from '../../testing/samples.ts';
import { ComingUp, EventList } from './ComingUp.tsx';

const event = {
  ...{ startsAt: '2099-12-01T18:15:00.000Z', endsAt: null, timeZone: 'UTC', place: 'The pier', cancelledAt: null },
  ...{ answers: { yes: 2, maybe: 0, no: 0 }, mine: 'maybe' as const },
};
const post = (postId: number, caption: string) => samplePost({ postId, caption, event });

test('the next events stand above the rest of the screen, and lead to the post and to all events', async () => {
  const list = () => ({ items: [post(11, 'Skating\nBring soup'), post(12, 'Singing')], nextCursor: 'more' });
  const { screen, router } = await renderOnPage(
    <ComingUp>
      <p>the rest</p>
    </ComingUp>,
    { answers: { 'events.list': list } },
  );
  const first = screen.getByRole('link', { name: /^Skating .*The pier bob · 2 are going · You: Maybe/ });
  await expect.element(first).toBeVisible();
  await expect.element(screen.getByText('the rest')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'All events' }))
    .toHaveAttribute('href', '/browser?events=true');
  await first.click();
  await expect.poll(() => router.state.location.search).toEqual({ post: 11 });
});

test('without events there is only the rest', async () => {
  const { screen } = await renderOnPage(
    <ComingUp>
      <p>the rest</p>
    </ComingUp>,
    {
      answers: { 'events.list': () => ({ items: [], nextCursor: null }) },
    },
  );
  await expect.element(screen.getByText('the rest')).toBeVisible();
  expect(screen.getByRole('heading').query()).toBeNull();
});

test('all events come in pages', async () => {
  const pages: Record<string, object> = {
    first: { items: [post(11, 'Skating')], nextCursor: 'second' },
    second: { items: [post(12, 'Singing')], nextCursor: null },
  };
  const { screen } = await renderOnPage(<EventList />, {
    answers: { 'events.list': ({ cursor = 'first' }: { cursor?: string }) => pages[cursor] },
  });
  await expect.element(screen.getByRole('link', { name: /^Singing/ })).toBeVisible();
  expect(inputsOf('events.list')).toHaveLength(2);
});
