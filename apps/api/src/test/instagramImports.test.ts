import { mentionedNames, type PostView } from '@kith/contracts';
import { recountCounters } from '@kith/domain';
import { craftPng } from '@kith/domain/testing';
import { craftZip } from '@kith/domain/testing/zip';
import { beforeEach, describe, expect, it } from 'vitest';
import { film, importArchive } from '../testing/imports.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAnew } from '../testing/testApp.ts';

const { server } = await serverForFile();
let alice: Person;
let bob: Person;

beforeEach(async () => {
  [alice, bob] = await signUpAnew(server, 'alice', 'bob');
});

const postsOf = async (who: Person) => (await who.get(`/users/${who.userId}/posts`)).body.data;
const png = (side: number) => craftPng(side, side);

describe('a download of Instagram', () => {
  /** Encodes a text as Instagram does, with every byte of UTF-8 as a character of its own. */
  const broken = (text: string) => Buffer.from(text).toString('latin1');

  it.each(['', 'instagram-ann-2025/'])(
    'in the folder %j imports carousels, and repairs the encoding of texts',
    async (folder) => {
      const posts = [
        {
          title: broken('Zażółć gęślą jaźń 🌸'),
          creation_timestamp: 1_500_000_000,
          media: [
            { uri: 'media/posts/201707/b.png', creation_timestamp: 1_500_000_001 },
            { uri: 'media/posts/201707/a.png', creation_timestamp: 1_500_000_002 },
          ],
        },
        { media: [{ uri: 'media/posts/201708/c.png', creation_timestamp: 1_501_000_000, title: 'café' }] },
        { media: [{ uri: 'media/posts/201708/reel.mp4', creation_timestamp: 1_501_000_009, title: '' }] },
      ];
      const archive = craftZip([
        { name: `${folder}your_instagram_activity/media/posts_1.json`, data: JSON.stringify(posts) },
        { name: `${folder}your_instagram_activity/media/stories.json`, data: '{}' },
        { name: `${folder}media/posts/201707/a.png`, data: png(1) },
        { name: `${folder}media/posts/201707/b.png`, data: png(2) },
        { name: `${folder}media/posts/201708/c.png`, data: png(3) },
        { name: `${folder}media/posts/201708/reel.mp4`, data: film },
      ]);
      const outcome = await importArchive(server, alice, archive);
      expect(outcome).toMatchObject({ source: 'instagram', state: 'done', done: 3 });
      expect(outcome.skipped.map(({ code }: { code: string }) => code)).toEqual(['story']);
      const found = await postsOf(alice);
      expect(found.map(({ caption, createdAt }: Record<string, string>) => [caption, createdAt])).toEqual([
        ['', '2017-07-25T16:26:49.000Z'],
        ['café', '2017-07-25T16:26:40.000Z'],
        ['Zażółć gęślą jaźń 🌸', '2017-07-14T02:40:00.000Z'],
      ]);
      expect(found[2].images.map(({ width }: { width: number }) => width)).toEqual([2, 1]);
      expect(found[0].images).toMatchObject([{ kind: 'video' }]);
    },
  );

  it('brings reels, IGTV and the videos of the older list', async () => {
    const listed = (title: string, at: number) => [
      { media: [{ uri: 'media/film.mp4', creation_timestamp: at, title }] },
    ];
    const lists = {
      'your_instagram_activity/media/reels.json': { ig_reels_media: listed('A reel', 1_500_000_003) },
      'your_instagram_activity/media/igtv_videos.json': { ig_igtv_media: listed('A talk', 1_500_000_002) },
      'media.json': {
        videos: [{ caption: 'An old film', taken_at: '2017-07-14T02:40:01+00:00', path: 'media/film.mp4' }],
      },
    };
    const files = Object.entries(lists).map(([name, list]) => ({ name, data: JSON.stringify(list) }));
    const outcome = await importArchive(server, alice, craftZip([...files, { name: 'media/film.mp4', data: film }]));
    expect(outcome).toMatchObject({ source: 'instagram', state: 'done', done: 3, skipped: [] });
    expect((await postsOf(alice)).map(({ caption, images }: PostView) => [caption, images[0]?.kind])).toEqual([
      ['A reel', 'video'],
      ['A talk', 'video'],
      ['An old film', 'video'],
    ]);
  });

  it('decodes what is whole of a text that was cut within a character, and leaves other texts as they are', async () => {
    const whole = Buffer.from('Zażółć 🌸🌸');
    const captions = [
      ...[1, 2, 3].map((missing) => whole.subarray(0, whole.length - missing).toString('latin1')),
      Buffer.from('only this 🌸').subarray(0, -2).toString('latin1'),
      'Reykjavík, café, það',
    ];
    const posts = captions.map((title, i) => ({ title, creation_timestamp: 1_500_000_000 - i, media: [] }));
    await importArchive(server, alice, craftZip([{ name: 'posts_1.json', data: JSON.stringify(posts) }]));
    expect((await postsOf(alice)).map(({ caption }: PostView) => caption)).toEqual([
      ...['Zażółć 🌸', 'Zażółć 🌸', 'Zażółć 🌸', 'only this', 'Reykjavík, café, það'],
    ]);
  });

  it('links no member of the same name as somebody there, and keeps the words', async () => {
    const title = `By the lake with @${bob.userName} and @${alice.userName}`;
    const post = { title, creation_timestamp: 1_500_000_000, media: [] };
    await importArchive(server, alice, craftZip([{ name: 'posts_1.json', data: JSON.stringify([post]) }]));
    const [{ postId, caption }] = await postsOf(alice);
    expect(caption.replaceAll('\u2060', '')).toBe(title);
    expect(mentionedNames(caption)).toEqual([]);
    // Editing the caption elsewhere does not notify the members either.
    await alice.patch(`/posts/${postId}`, { caption: `${caption}!` });
    expect((await bob.get('/notifications')).body.data).toEqual([]);
    expect((await alice.get(`/search?kind=posts&query=${bob.userName}`)).body.data).toHaveLength(1);
  });

  it('links nobody either where a long text is cut within a name', async () => {
    const name = ` @${bob.userName}`;
    const ends = [2_198, 2_199].map((end) => `${'x'.repeat(end - name.length)}${name}@elsewhere.example and so on`);
    const posts = ends.map((title, i) => ({ title, creation_timestamp: 1_500_000_000 - i, media: [] }));
    await importArchive(server, alice, craftZip([{ name: 'posts_1.json', data: JSON.stringify(posts) }]));
    const captions: string[] = (await postsOf(alice)).map(({ caption }: PostView) => caption);
    expect(captions.map((caption) => [caption.length <= 2_200, mentionedNames(caption)])).toEqual([
      [true, []],
      [true, []],
    ]);
  });

  it('with a text of a megabyte or hundreds of pictures reads no more of it than a post could have', async () => {
    const posts = [
      // Searching the whole text for mentions would take a minute.
      { title: 'a.pl '.repeat(200_000), creation_timestamp: 1_500_000_000 },
      { title: 'many', creation_timestamp: 1_400_000_000, media: Array(300).fill({ uri: 'media/posts/gone.png' }) },
    ];
    const outcome = await importArchive(
      server,
      alice,
      craftZip([{ name: 'your_instagram_activity/media/posts_1.json', data: JSON.stringify(posts) }]),
    );
    expect(outcome).toMatchObject({ state: 'done', done: 2, skippedCount: 202 });
    const [long] = await postsOf(alice);
    expect([long.caption.length, long.caption.slice(-3)]).toEqual([2_200, 'pl…']);
  });

  /** A download in three archives, of which the middle one lists the posts. */
  const lists = [
    {
      title: 'Two and one',
      creation_timestamp: 1_500_000_000,
      media: ['a.png', 'b.png', 'c.png'].map((name) => ({ uri: `media/posts/${name}` })),
    },
    { creation_timestamp: 1_400_000_000, media: [{ uri: 'media/posts/sole.png' }] },
  ];
  const pictures = (folder: string, ...sides: [name: string, side: number][]) =>
    sides.map(([name, side]) => ({ name: `${folder}media/posts/${name}`, data: png(side) }));
  const listed = craftZip([
    { name: 'one/your_instagram_activity/media/posts_1.json', data: JSON.stringify(lists) },
    ...pictures('one/', ['b.png', 2]),
  ]);
  const rest = craftZip(pictures('two/', ['a.png', 1], ['sole.png', 9]));
  const last = craftZip(pictures('', ['c.png', 3]));
  const shown = async () =>
    (await postsOf(alice)).map(({ caption, images }: PostView) => [caption, images.map(({ width }) => width)]);

  it('in several archives is imported as one: later ones bring the pictures, in their places, and once each', async () => {
    expect(await importArchive(server, alice, rest)).toMatchObject({ state: 'failed' });
    expect(await importArchive(server, alice, listed)).toMatchObject({ state: 'done', done: 1, skippedCount: 3 });
    expect(await shown()).toEqual([['Two and one', [2]]]);
    expect(await importArchive(server, alice, rest)).toMatchObject({ source: 'instagram', done: 2, skipped: [] });
    expect(await shown()).toEqual([
      ['Two and one', [1, 2]],
      ['', [9]],
    ]);
    expect(await importArchive(server, alice, last)).toMatchObject({ state: 'done', found: 1, done: 1 });
    const whole = [
      ['Two and one', [1, 2, 3]],
      ['', [9]],
    ];
    expect(await shown()).toEqual(whole);
    for (const archive of [listed, listed]) await importArchive(server, alice, archive);
    for (const archive of [rest, last]) await importArchive(server, alice, archive);
    expect(await shown()).toEqual(whole);
    expect(await recountCounters(server.deps.domain)).toEqual({ corrected: 0 });
  });

  it('brings back neither a picture nor a post that its member has deleted meanwhile', async () => {
    await importArchive(server, alice, listed);
    const [{ postId }] = await postsOf(alice);
    await alice.delete(`/posts/${postId}`);
    await importArchive(server, alice, last);
    expect(await shown()).toEqual([]);
    await importArchive(server, alice, rest);
    const [{ postId: sole }] = await postsOf(alice);
    await alice.delete(`/posts/${sole}`);
    await importArchive(server, alice, rest);
    expect(await shown()).toEqual([]);
  });

  it('that is of another member completes nothing', async () => {
    await importArchive(server, alice, listed);
    expect(await importArchive(server, bob, rest)).toMatchObject({ state: 'failed' });
    expect(await shown()).toEqual([['Two and one', [2]]]);
  });
});
