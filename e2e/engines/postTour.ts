import { popup, type Screen } from './screen.ts';
import type { Community } from './tour.ts';

/**
 * Two members use a post at its own address: a comment with links, a reply and a like that arrive live, the list of likers, a
 * bookmark, a search, a tag's page, and a post of two pictures at the top of its author's Home.
 */
export async function postTour(mine: Screen, theirs: Screen, community: Community, words: string): Promise<void> {
  const { ada, ben, pictured, photo } = community;
  const tag = `lake${words}`.toLowerCase();
  const named = (key: string, name: string) => mine.say(key).replace('{{name}}', name);
  const one = (key: string) => mine.say(`${key}_one`).replace('{{count}}', '1');
  const none = (key: string) => mine.say(`${key}_other`).replace('{{count}}', '0');

  await mine.open(`/post/${pictured}`);
  await theirs.open(`/post/${pictured}`);
  await mine.fill('comment.placeholder', `${words} swam with @${ben.userName} #${tag} example.org/${words}`);
  await mine.tab.press('Enter');
  await mine.sees('a', `example.org/${words}`);
  await mine.sees('a', `@${ben.userName}`);

  await theirs.pressNamed(`${named('comment.like', ada.userName)}, ${none('comment.likes')}`);
  await theirs.pressNamed(named('comment.replyTo', ada.userName));
  await theirs.fillNamed(named('comment.replyTo', ada.userName), `${words}, and then we slept`);
  await theirs.tab.press('Enter');
  await theirs.reads('and then we slept');
  await mine.sees('button', `${named('comment.like', ada.userName)}, ${one('comment.likes')}`);
  await mine.pressNamed(one('comment.showReplies'));
  await mine.reads(`${words}, and then we slept`);

  await mine.pressNamed(`${mine.say('post.like')}, ${none('post.likes')}`);
  await mine.press('bookmarks.save');
  await theirs.pressNamed(one('likes.who'));
  await theirs.sees('h2', theirs.say('likes.title'));
  await theirs.sees('[role=dialog] a', ada.userName);

  await mine.pressNamed(`#${tag}`);
  await mine.arrives(`/tag/${tag}`);
  await mine.go('/account');
  await mine.press('bookmarks.title');
  await mine.reads('By the lake');

  await mine.go('/browser');
  await mine.fill('search.peopleLabel', 'lake nobody');
  await mine.sees('mark', 'lake');

  await mine.go('/home');
  await mine.press('menu.add');
  await mine.fill('composer.text', `Two pictures of ${words}`);
  await mine.choose(photo);
  await mine.sees('li img');
  await mine.choose(photo);
  await mine.sees('li:nth-child(2) img');
  await mine.press('composer.submit');
  await mine.reads(`Two pictures of ${words}`);
  // Waits until the composer is closed: the composer closes by going back in the history, which would undo a later navigation.
  await mine.seesNo(popup);
}
