import { expect, test } from 'vitest';
import { inputsOf, Refusal } from '../../testing/answers.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { page } from '../../testing/samples.ts';
import { CalendarDialog } from './CalendarDialog.tsx';

test('the address that is shown once stays while a new one cannot be made, and goes once it is off', async () => {
  const url = 'https://kith.example/events.ics?token=first';
  let made = false;
  const { screen } = await renderOnPage(<CalendarDialog name="calendar" covered={false} />, {
    answers: {
      'calendar.state': () => (made ? { createdAt: '2026-05-01T10:00:00.000Z' } : null),
      'calendar.renew': () => {
        if (made) throw new Refusal('rate-limited');
        made = true;
        return { createdAt: '2026-05-01T10:00:00.000Z', url };
      },
      'calendar.remove': () => {
        made = false;
      },
    },
  });
  const address = screen.getByLabelText('Your calendar’s address');
  await screen.getByRole('button', { name: 'Create address' }).click();
  await expect.element(address).toBeVisible();
  await screen.getByRole('button', { name: 'New address' }).click();
  await expect.element(screen.getByText(/too often/)).toBeVisible();
  await expect.element(address).toBeVisible();
  await screen.getByRole('button', { name: 'Switch off' }).click();
  await expect.element(screen.getByRole('button', { name: 'Create address' })).toBeVisible();
  expect(address.query()).toBeNull();
});

test('an address is made once the member has re-authenticated', async () => {
  let isFresh = false;
  const { screen } = await renderOnPage(<CalendarDialog name="calendar" covered={false} />, {
    answers: {
      'calendar.state': () => null,
      'calendar.renew': () => {
        if (!isFresh) throw new Refusal('reauthentication-required');
        return { createdAt: '2026-05-01T10:00:00.000Z', url: 'https://kith.example/events.ics?token=first' };
      },
      'auth.reauthenticate': () => {
        isFresh = true;
      },
      'passkeys.list': () => page(),
    },
  });
  const make = screen.getByRole('button', { name: 'Create address' });
  await make.click();
  await screen.getByLabelText('Your password', { exact: true }).fill('secret1!');
  await make.click();
  await expect.element(screen.getByLabelText('Your calendar’s address')).toBeVisible();
  expect(inputsOf('auth.reauthenticate')).toEqual([{ password: 'secret1!' }]);
});
