import { expect, test } from 'vitest';
import { renderOnPage } from '../../testing/render.tsx';
import { changeServerBrand } from '../host/changeServerBrand.ts';
import { AuthPage } from './AuthPage.tsx';

test('the pages for visitors show the picture of the server, or Kith’s logo without one', async () => {
  const open = async () => {
    const { screen } = await renderOnPage(
      <AuthPage title="Log In" heading="Welcome back">
        The form
      </AuthPage>,
    );
    await expect.element(screen.getByRole('heading')).toBeVisible();
    return [...screen.container.querySelectorAll('img')].map((picture) => picture.getAttribute('src'));
  };
  expect(await open()).toEqual([]);
  const pictureUrl = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';
  changeServerBrand({ name: 'Lake house', pictureUrl });
  // In the drawing and above the form, of which a screen shows one.
  expect(await open()).toEqual([pictureUrl, pictureUrl]);
});
