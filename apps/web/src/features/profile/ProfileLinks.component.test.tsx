import { expect, test } from 'vitest';
import { renderOnPage } from '../../testing/render.tsx';
import { ProfileLinks } from './ProfileLinks.tsx';

test('the links of a profile name their pages, and those that link back are marked', async () => {
  const links = [
    { url: 'https://ela.example/about/', verified: true },
    { url: 'https://blog.example/ela', verified: false },
  ];
  const { screen } = await renderOnPage(<ProfileLinks links={links as never} />);
  const rows = screen.getByRole('list', { name: 'Links' }).getByRole('listitem');
  const verified = 'Verified: this page links back to the profile';
  await expect.element(rows.nth(0).getByText(verified)).toBeInTheDocument();
  expect(rows.nth(1).getByText(verified).query()).toBeNull();
  const shown = rows.getByRole('link').elements() as HTMLAnchorElement[];
  expect(shown.map(({ textContent }) => textContent)).toEqual(['ela.example/about', 'blog.example/ela']);
  expect(shown.map(({ href, rel }) => [href, rel])).toEqual(links.map(({ url }) => [url, 'me nofollow noopener']));
});
