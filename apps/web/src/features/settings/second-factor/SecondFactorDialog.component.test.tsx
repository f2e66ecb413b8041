import { expect, test } from 'vitest';
import { type Answers, inputsOf, Refusal } from '../../../testing/answers.ts';
import { renderOnPage } from '../../../testing/render.tsx';
import { page } from '../../../testing/samples.ts';
import { SecondFactorDialog } from './SecondFactorDialog.tsx';

const off = { enabledAt: null as string | null, recoveryCodesLeft: 0, required: false };
const on: typeof off = { enabledAt: '2026-05-01T10:00:00.000Z', recoveryCodesLeft: 7, required: false };
const passkey = { passkeyId: 3, name: 'Phone', lastUsedAt: null };

async function open(answers: Answers) {
  const { screen } = await renderOnPage(<SecondFactorDialog name="second-factor" covered={false} />, {
    at: '/account?popup=second-factor',
    answers: { 'passkeys.list': () => page(), ...answers },
  });
  const button = (name: string) => screen.getByRole('button', { name, exact: true });
  return { screen, button };
}

test('two-step log-in is turned on by a code from the app, and gives recovery codes', async () => {
  let state = off;
  const confirm = ({ code }: { code: string }) => {
    if (code !== '123456') throw new Refusal('wrong-code');
    state = on;
    return { recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] };
  };
  const { screen, button } = await open({
    'secondFactor.state': () => state,
    'secondFactor.begin': () => ({
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Kith:alice?secret=JBSWY3DPEHPK3PXP',
    }),
    'secondFactor.confirm': confirm,
  });
  await button('Turn on').click();
  await expect.element(screen.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expect.element(screen.getByLabelText('Key', { exact: true })).toHaveTextContent('JBSW Y3DP EHPK 3PXP');
  const code = screen.getByLabelText('Code from your app');
  await code.fill('000000');
  await button('Confirm and turn on').click();
  await expect.element(code).toHaveAccessibleDescription(/^This code is not right, or it was used already/);
  await code.fill('123456');
  await button('Confirm and turn on').click();
  await expect.element(screen.getByText('cccc-dddd')).toBeVisible();
  await expect.element(screen.getByText('On since 1 May 2026.')).toBeVisible();
  await expect.element(screen.getByText('7 recovery codes left')).toBeVisible();
});

test('a code that is typed while another one is being checked is not sent beside it', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const { screen, button } = await open({
    'secondFactor.state': () => off,
    'secondFactor.begin': () => ({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Kith:alice' }),
    'secondFactor.confirm': () => promise,
  });
  await button('Turn on').click();
  const code = screen.getByLabelText('Code from your app');
  await code.fill('000000');
  await button('Confirm and turn on').click();
  await code.fill('111111');
  await expect.element(button('Confirm and turn on')).toHaveAttribute('aria-disabled', 'true');
  reject(new Refusal('wrong-code'));
  await expect.element(code).toHaveAccessibleDescription(/^This code is not right/);
  expect(inputsOf('secondFactor.confirm')).toEqual([{ code: '000000' }]);
});

test('it is turned off, and its codes are renewed, after the password where the log-in is old', async () => {
  let [state, proven] = [on, false];
  const renew = () => {
    if (!proven) throw new Refusal('reauthentication-required');
    return { recoveryCodes: ['eeee-ffff'] };
  };
  const { screen, button } = await open({
    'secondFactor.state': () => state,
    'secondFactor.renewCodes': renew,
    'secondFactor.remove': () => {
      state = off;
    },
    'auth.reauthenticate': () => {
      proven = true;
    },
  });
  await button('New recovery codes').click();
  await expect.element(screen.getByText('Enter your password, so that we know it is you.')).toBeVisible();
  await screen.getByLabelText('Your password', { exact: true }).fill('friends1!');
  await button('New recovery codes').click();
  await expect.element(screen.getByText('eeee-ffff')).toBeVisible();
  expect(inputsOf('auth.reauthenticate')).toEqual([{ password: 'friends1!' }]);
  await button('Turn off').click();
  await expect.element(screen.getByText('Two-step log-in is off.')).toBeVisible();
  await expect.element(button('Turn on')).toBeVisible();
});

test('a moderator without a second factor is asked for one', async () => {
  const { screen } = await open({ 'secondFactor.state': () => ({ ...off, required: true }) });
  await expect.element(screen.getByText(/^Moderators of this server need two-step log-in/)).toBeVisible();
});

test('passkeys are listed and removed, and one needs a name', async () => {
  const passkeys = [passkey];
  const { screen, button } = await open({
    'secondFactor.state': () => off,
    'passkeys.list': () => page(...passkeys),
    'passkeys.remove': () => passkeys.pop(),
    'passkeys.begin': () => {
      throw new Refusal('invalid-input', { name: 'name-required' });
    },
  });
  await expect.element(screen.getByText('Never used')).toBeVisible();
  await button('Add a passkey').click();
  await expect.element(screen.getByText('Write a name')).toBeVisible();
  await button('Remove Phone').click();
  await expect.element(screen.getByText('Phone no longer opens your account.')).toBeVisible();
  await expect.element(button('Remove Phone')).not.toBeInTheDocument();
});
