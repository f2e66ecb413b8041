import { expect, test } from 'vitest';
import { Refusal } from '../../testing/answers.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { ModerationScreen } from './ModerationScreen.tsx';

test('a member who is no moderator is sent to the page that nothing is there', async () => {
  const refuse = () => {
    throw new Refusal('forbidden');
  };
  const answers = { 'moderation.cases': refuse, 'moderation.log': refuse };
  const { router } = await renderOnPage(<ModerationScreen />, { answers, at: '/moderation' });
  await expect.poll(() => router.state.location.pathname).toBe('/404');
});
