import { expect, test } from 'vitest';
import { type Answers, inputsOf, Refusal } from '../../../testing/answers.ts';
import { renderOnPage } from '../../../testing/render.tsx';
import { page } from '../../../testing/samples.ts';
import { TokensDialog } from './TokensDialog.tsx';

const token = { tokenId: 5, name: 'Garden bot', scopes: ['read', 'messages'], lastUsedAt: null, expiresAt: null };

async function open(answers: Answers = {}, authProvider: 'email' | 'google' = 'email') {
  const { screen } = await renderOnPage(<TokensDialog name="tokens" covered={false} />, {
    at: '/account?popup=tokens',
    answers: { 'tokens.list': () => page(token), 'tokens.create': () => ({ token: 'kith_secret' }), ...answers },
    viewer: { authProvider },
  });
  const make = screen.getByRole('button', { name: 'Create a token' });
  return { screen, make, name: screen.getByLabelText('Name', { exact: true }) };
}

test('a token gets the chosen scopes and end, and is shown once', async () => {
  const { screen, make, name } = await open();
  await name.fill('Kitchen bot');
  await screen.getByRole('checkbox', { name: /^See/ }).click();
  await screen.getByRole('checkbox', { name: /^People/ }).click();
  await screen.getByRole('checkbox', { name: /^Post/ }).click();
  await screen.getByLabelText('Valid for').selectOptions('30 days');
  await make.click();
  await expect.element(screen.getByLabelText('Your token')).toHaveValue('kith_secret');
  await expect.element(name).toHaveValue('');
  expect(inputsOf('tokens.create')).toEqual([
    { name: 'Kitchen bot', scopes: ['write', 'follows'], expiresInSeconds: 30 * 86_400 },
  ]);
  await name.fill('Clock');
  await screen.getByLabelText('Valid for').selectOptions('Until I revoke it');
  await make.click();
  await expect.poll(() => inputsOf('tokens.create')[1]).toEqual({ name: 'Clock', scopes: ['read'] });
});

test('what is wrong with a token is said at its field', async () => {
  let refusal = new Refusal('invalid-input', { name: 'name-required' });
  const refuse = () => {
    throw refusal;
  };
  const { screen, make, name } = await open({ 'tokens.create': refuse });
  await make.click();
  await expect.element(name).toHaveAccessibleDescription(/^Write a name/);
  refusal = new Refusal('invalid-input', { scopes: 'scopes-required' });
  await make.click();
  await expect
    .element(screen.getByRole('group', { name: 'What it may do' }))
    .toHaveAccessibleDescription('Choose at least one thing it may do');
  refusal = new Refusal('too-many-tokens');
  await make.click();
  await expect.element(screen.getByText(/^You have as many tokens as there may be/)).toBeVisible();
});

test('a member who logged in long ago proves who they are by their password', async () => {
  let proven = false;
  const create = () => {
    if (!proven) throw new Refusal('reauthentication-required');
    return { token: 'kith_secret' };
  };
  const reauthenticate = ({ password }: { password: string }) => {
    if (password !== 'friends1!') throw new Refusal('incorrect-password');
    proven = true;
  };
  const { screen, make, name } = await open({ 'tokens.create': create, 'auth.reauthenticate': reauthenticate });
  const password = screen.getByLabelText('Your password', { exact: true });
  await name.fill('Kitchen bot');
  expect(password.query()).toBeNull();
  await make.click();
  await expect.element(screen.getByText('Enter your password, so that we know it is you.')).toBeVisible();
  await make.click();
  await expect.element(password).toHaveAccessibleDescription('Password is required');
  await password.fill('wrong1!');
  await make.click();
  await expect.element(password).toHaveAccessibleDescription('Incorrect password');
  await password.fill('friends1!');
  await make.click();
  await expect.element(screen.getByLabelText('Your token')).toHaveValue('kith_secret');
  await expect.element(password).not.toBeInTheDocument();
});

test('the list says what each token may do, and a token is revoked', async () => {
  const tokens = [
    token,
    { ...token, tokenId: 6, name: 'Clock', lastUsedAt: '2026-05-01T10:00:00Z', expiresAt: '2027-01-31T10:00:00Z' },
  ];
  const answers = { 'tokens.list': () => page(...tokens), 'tokens.revoke': () => tokens.shift() };
  const { screen } = await open(answers);
  const row = (name: string) => screen.getByRole('listitem').filter({ hasText: name }).first();
  await expect.element(row('Garden bot')).toHaveTextContent('Garden botSeeMessagesNever usedRevoke');
  await expect.element(row('Clock').getByText(/^Last used/)).toBeVisible();
  await expect.element(row('Clock').getByText(/^until\s31\sJanuary\s2027$/)).toBeVisible();
  await screen.getByRole('button', { name: 'Revoke Garden bot' }).click();
  await expect.element(screen.getByText('Garden bot has no access any more.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Revoke Garden bot' })).not.toBeInTheDocument();
  expect(inputsOf('tokens.revoke')).toEqual([{ tokenId: 5 }]);
  await screen.getByRole('button', { name: 'Revoke Clock' }).click();
  await expect.element(screen.getByText('None', { exact: true })).toBeVisible();
});
