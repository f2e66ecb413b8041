import { expect, test } from 'vitest';
import { renderOnPage } from '../../testing/render.tsx';
import InviteFriends from './InviteFriends.tsx';

test('a link is handed out again only while it is open', async () => {
  let open: { invitationId: number }[] = [];
  let made = 0;
  const { screen } = await renderOnPage(<InviteFriends />, {
    answers: {
      'auth.options': () => ({ signUp: 'invitation', membersInvite: true }),
      'invitations.list': () => ({ items: open }),
      'invitations.create': () => {
        made += 1;
        open = [{ invitationId: made }];
        return { invitationId: made, url: `https://lake.example/signup?invitation=${made}` };
      },
    },
  });
  const code = screen.getByRole('button', { name: 'QR code' });
  const showsLink = (number: number) =>
    expect.element(screen.getByText(`https://lake.example/signup?invitation=${number}`)).toBeVisible();
  await code.click();
  await showsLink(1);
  await code.click();
  await code.click();
  await showsLink(1);
  open = [];
  await code.click();
  await code.click();
  await showsLink(2);
});
