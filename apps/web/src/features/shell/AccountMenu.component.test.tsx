import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { trpc } from '../../lib/trpc.ts';
import { ViewerContext } from '../../lib/viewerContext.ts';
import { alice, renderOnPage } from '../../testing/render.tsx';
import { AvatarButton } from './AvatarButton.tsx';

function Button() {
  const { data } = trpc.auth.session.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  return data ? (
    <ViewerContext value={data.user}>
      <AvatarButton />
    </ViewerContext>
  ) : null;
}

test('the account menu leads a new host to the server, and a former one no longer', async () => {
  let host = false;
  const { screen } = await renderOnPage(<Button />, {
    answers: {
      'auth.session': () => ({ user: { ...alice, host } }),
      'auth.options': () => ({ signUp: 'closed', membersInvite: false }),
    },
  });
  const button = screen.getByRole('button');
  const server = screen.getByRole('menuitem', { name: 'Server' });
  await expect.element(button).toBeVisible();
  host = true;
  await button.click();
  await expect.element(server).toBeVisible();
  await userEvent.keyboard('{Escape}');
  host = false;
  await button.click();
  await expect.element(screen.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
  await expect.element(server).not.toBeInTheDocument();
});
