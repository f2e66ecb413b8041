import { expect, test } from 'vitest';
import { renderOnPage } from '../../testing/render.tsx';
import { sampleLink } from '../../testing/samples.ts';
import LinkCard from './LinkCard.tsx';

test('the card is one link with the texts of the page, and leads there in a new tab', async () => {
  const link = sampleLink({ title: '<b>The lake</b>', description: 'A walk', siteName: null });
  const { screen } = await renderOnPage(<LinkCard link={link} />);
  const card = screen.getByRole('link', { name: '<b>The lake</b> A walk lake.test', exact: true });
  await expect.element(card).toHaveAttribute('href', 'https://www.lake.test/walk');
  await expect.element(card).toHaveAttribute('target', '_blank');
  await expect.element(card).toHaveAttribute('rel', 'nofollow ugc noopener noreferrer');
  expect(screen.getByRole('link').elements()).toHaveLength(1);
});

test('the card is as high without a picture, with one that is missing, and with a long title', async () => {
  const heights: number[] = [];
  for (const part of [
    {},
    { imageUrl: '/media/missing/640.webp' },
    { title: 'A very long title that goes on and on. '.repeat(5), description: null },
  ]) {
    const { screen } = await renderOnPage(<LinkCard link={sampleLink(part)} />);
    heights.push(screen.getByRole('link').element().getBoundingClientRect().height);
    await screen.unmount();
  }
  expect(new Set(heights)).toEqual(new Set([96]));
});
