import { readFile, writeFile } from 'node:fs/promises';
import { launchBrowser } from '../fixtures/browser.ts';
import { write } from '../fixtures/chats.ts';
import { beep, film } from '../fixtures/film.ts';
import { cardName, linkedPage, readLinkedPage } from '../fixtures/linkedPage.ts';
import { callRest } from '../fixtures/rest.ts';
import { waitFor } from './driver.ts';
import { popup, type Screen } from './screen.ts';
import type { Community } from './tour.ts';

/** The paths of a video and of a voice message, which Chromium has recorded. */
export interface Recordings {
  video: string;
  voice: string;
}

/** Records a video and a voice message beside `photo`. */
export async function makeRecordings(origin: string, photo: string): Promise<Recordings> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    // A page of an address has a microphone.
    await page.goto(`${origin}/healthz`);
    const recordings = { video: `${photo}.webm`, voice: `${photo}-voice.webm` };
    await writeFile(recordings.video, (await film(page, 'lake.webm')).buffer);
    await writeFile(recordings.voice, await beep(page));
    return recordings;
  } finally {
    await browser.close();
  }
}

/** Whether the browser says that it may play a type of file. */
const plays = ({ tab }: Screen, type: string) =>
  tab.evaluate<boolean>(`document.createElement('video').canPlayType('${type}') !== ''`);

/**
 * A member posts a video, which plays with sound in the feed of a friend; plays a friend's voice message, which the friend learns; and
 * sees the preview of a friend's link. A browser without the codecs says that it cannot play the files.
 */
export async function mediaTour(
  mine: Screen,
  theirs: Screen,
  { ada, ben }: Community,
  origin: string,
  { video, voice }: Recordings,
  words: string,
): Promise<void> {
  await mine.go('/account');
  await mine.press('menu.add');
  await mine.fill('composer.text', `A video of ${words}`);
  await mine.choose(video);
  await mine.sees('li img');
  const playsVideo = await plays(mine, 'video/webm; codecs="vp8"');
  if (!playsVideo) {
    await mine.pressNamed(mine.say('video.edit').replace('{{name}}', video.replace(/.*\//, '')));
    await mine.reads(mine.say('video.unplayable'));
    await mine.press('composer.pictureDone');
  }
  await mine.press('composer.submit');
  await mine.seesNo(popup);
  await mine.reads(mine.say('composer.success'));
  await theirs.open('/home');
  await theirs.reads(`A video of ${words}`);
  await theirs.sees('button', theirs.say('video.play'));
  if (playsVideo) {
    await theirs.press('video.play');
    await theirs.sees('button', theirs.say('video.pause'));
    await waitFor(
      () => theirs.tab.evaluate<boolean>(`document.querySelector('article video').currentTime > 0.2`),
      'play',
    );
  }

  const { token } = ben;
  const { chatId } = await write(origin, ben, ada, `Listen, ${words}`);
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await readFile(voice))], { type: 'audio/webm' }), 'voice.webm');
  await callRest(origin, `POST /chats/${chatId}/voice`, { token, form });
  await theirs.open(`/messages?userId=${ada.userId}`);
  await mine.go(`/messages?userId=${ben.userId}`);
  await mine.pressNamed(mine.say('voice.play').replace('{{name}}', ben.userName));
  if (await plays(mine, 'audio/webm; codecs="opus"')) await theirs.sees('[role=img]', theirs.say('voice.listened'));
  else await mine.reads(mine.say('voice.unplayable').replace('{{message}}', ''));

  await readLinkedPage(ben, 'A walk');
  const json = { userId: ben.userId, caption: `${words}: ${linkedPage}` };
  const { postId } = await callRest<{ postId: number }>(origin, 'POST /posts', { token, json });
  await mine.open(`/post/${postId}`);
  await mine.sees('a', cardName('A walk'));
}
