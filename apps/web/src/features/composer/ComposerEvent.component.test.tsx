import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { inputsOf } from '../../testing/answers.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { page, samplePost } from '../../testing/samples.ts';
import { useOutbox } from '../shell/background.ts';
import ComposerDialog from './ComposerDialog.tsx';
import PostEditor from './PostEditor.tsx';

const answers = {
  'posts.create': () => samplePost(),
  'posts.update': () => samplePost(),
  'search.people': () => page(),
  'follows.friends': () => page(),
};
const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const at = (local: string) => new Date(local).toISOString();

function Composer() {
  useOutbox();
  return <ComposerDialog />;
}

async function compose() {
  const { screen, router } = await renderOnPage(<Composer />, { answers, at: '/home?popup=compose' });
  const field = (name: string) => screen.getByLabelText(name, { exact: true });
  const button = (name: string) => screen.getByRole('button', { name, exact: true });
  return { screen, router, field, button, text: screen.getByRole('textbox', { name: "What's on your mind?" }) };
}

test('a post becomes an event with a date, an end and a place, and survives a closed popup', async () => {
  const first = await compose();
  await first.text.fill('At the lake');
  await first.field('Location').fill('The pier');
  await first.button('Event').click();
  await expect.element(first.field('Place')).toHaveValue('The pier');
  expect(first.field('Location').query()).toBeNull();
  expect(first.button('Event').query()).toBeNull();
  await first.field('Date').fill('2099-05-01');
  await first.field('Begins at').fill('19:30');
  await first.button('Add an end').click();
  await expect.element(first.field('Ends at')).toHaveValue('21:30');
  await first.field('Ends at').fill('18:00');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => first.router.state.location.search).toEqual({});

  const { screen, field, button } = await compose();
  await expect.element(field('Begins at')).toHaveValue('19:30');
  await button('Post').click();
  await expect.element(screen.getByText('An event can begin within five years')).toBeVisible();
  await field('Date').fill('2020-05-01');
  await button('Post').click();
  await expect.element(screen.getByText('This time is past')).toBeVisible();
  const year = new Date().getFullYear() + 1;
  await field('Date').fill(`${year}-05-01`);
  await button('Post').click();
  await expect.element(screen.getByText('An event lasts a hundred days at most')).toBeVisible();
  await field('End date').fill(`${year}-05-01`);
  await button('Post').click();
  await expect.element(screen.getByText('The end is before the beginning')).toBeVisible();
  expect(inputsOf('posts.create')).toEqual([]);
  await field('Ends at').fill('23:00');
  await button('Post').click();
  await expect
    .poll(() => inputsOf('posts.create'))
    .toMatchObject([
      {
        location: null,
        event: { startsAt: at(`${year}-05-01T19:30`), endsAt: at(`${year}-05-01T23:00`), timeZone, place: 'The pier' },
      },
    ]);
});

test('whole days begin and end with a day; without the event, the place is the location again', async () => {
  const { screen, field, button, text } = await compose();
  const year = new Date().getFullYear() + 1;
  await text.fill('Camping');
  await button('Event').click();
  await field('Date').fill(`${year}-07-01`);
  await screen.getByRole('switch', { name: 'All day' }).click();
  expect(field('Begins at').query()).toBeNull();
  await button('Several days').click();
  await field('Last day').fill(`${year}-07-03`);
  await field('Place').fill('The wood');
  await button('No event').click();
  await expect.element(field('Location')).toHaveValue('The wood');
  await button('Event').click();
  await screen.getByRole('switch', { name: 'All day' }).click();
  await field('Date').fill(`${year}-07-01`);
  await button('Post').click();
  await expect
    .poll(() => inputsOf('posts.create'))
    .toMatchObject([
      { event: { startsAt: at(`${year}-07-01T00:00`), endsAt: at(`${year}-07-02T00:00`), place: 'The wood' } },
    ]);
});

test('a published event is moved and called off in the editor, in its own zone', async () => {
  const event = {
    ...{ startsAt: '2098-12-01T18:15:00.000Z', endsAt: null, timeZone: 'Asia/Kathmandu', place: 'The pier' },
    ...{ cancelledAt: null, answers: { yes: 1, maybe: 0, no: 0 }, mine: null },
  };
  const post = samplePost({ event, userId: 1 });
  const { screen } = await renderOnPage(<PostEditor post={post} />, { answers });
  await expect.element(screen.getByLabelText('Begins at')).toHaveValue('00:00');
  await expect.element(screen.getByText('Times of Asia/Kathmandu')).toBeVisible();
  await screen.getByLabelText('Place').fill('The boat');
  await screen.getByRole('switch', { name: 'Called off' }).click();
  await screen.getByRole('button', { name: 'Save Changes' }).click();
  await expect
    .poll(() => inputsOf('posts.update'))
    .toMatchObject([
      {
        event: {
          ...{ startsAt: event.startsAt, endsAt: null, timeZone: event.timeZone },
          place: 'The boat',
          cancelled: true,
        },
      },
    ]);
});
