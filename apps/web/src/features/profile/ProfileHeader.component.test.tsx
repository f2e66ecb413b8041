import { expect, test } from 'vitest';
import { alice, renderOnPage } from '../../testing/render.tsx';
import { ProfileHeader } from './ProfileHeader.tsx';

test('the header of a profile has the birthday, if it is shown to the viewer', async () => {
  const { screen } = await renderOnPage(<ProfileHeader person={{ ...alice, birthday: { month: 2, day: 29 } }} />);
  const birthday = screen.getByText(/^(February 29|29 February)$/);
  await expect.element(birthday).toBeVisible();
  expect(birthday.element().getAttribute('datetime')).toBe('02-29');
  const { screen: without } = await renderOnPage(<ProfileHeader person={{ ...alice, birthday: null }} />);
  await expect.element(without.getByRole('heading', { name: 'alice' })).toBeVisible();
  expect(without.getByText('Birthday', { exact: false }).query()).toBeNull();
});
