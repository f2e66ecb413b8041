import { password } from '@kith/contracts';
import { passwordRules } from '@kith/contracts/lengths';
import { expect, test } from 'vitest';
import { renderOnPage } from '../testing/render.tsx';
import { PasswordField } from './PasswordField.tsx';

test('a field for a new password tells password managers the rule that the server keeps, also while it is shown', async () => {
  const { screen } = await renderOnPage(
    <>
      <PasswordField label="New" autoComplete="new-password" />
      <PasswordField label="Old" autoComplete="current-password" />
    </>,
  );
  const fresh = screen.getByLabelText('New', { exact: true });
  await expect.element(fresh).toHaveAttribute('passwordrules', passwordRules);
  await screen.getByRole('button', { name: /^Show.*New/ }).click();
  await expect.element(fresh).toHaveAttribute('passwordrules', passwordRules);
  await expect.element(screen.getByLabelText('Old', { exact: true })).not.toHaveAttribute('passwordrules');

  const [, least, most, specials = ''] = /minlength: (\d+); maxlength: (\d+);.*\[(.+)\]/.exec(passwordRules) ?? [];
  const shortest = `a1${specials.at(-1)}`.padStart(Number(least), 'Z');
  for (const special of specials) expect(password.safeParse(`Aa1${special}xx`).success).toBe(true);
  expect(password.safeParse(shortest).success).toBe(true);
  expect(password.safeParse(shortest.slice(1)).success).toBe(false);
  expect(password.safeParse(shortest.padStart(Number(most), 'Z')).success).toBe(true);
  expect(password.safeParse(shortest.padStart(Number(most) + 1, 'Z')).success).toBe(false);
});
