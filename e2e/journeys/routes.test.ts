import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { attachPicture, createMembers, follow, type Member, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest } from '../fixtures/rest.ts';
import { type Language, locales, translate, untranslated } from '../fixtures/words.ts';

interface Screen {
  path: string;
  /** The translation key of a text that is shown once the screen is loaded. */
  shows: string;
  /** The address to which the app redirects from `path`. */
  to?: RegExp;
  visitor?: true;
  width?: number;
}

const names = Object.keys(locales) as Language[];
const people = ['Zofia', 'Bruno'];
const written = ['Łódki', '👋', '#jezioro', 'Mikołajki', 'Ładnie', '@'];

let zofia: Member;
let bruno: Member;
let postId = 0;

beforeAll(async () => {
  const origin = inject('origin');
  [zofia, bruno] = await createMembers(origin, ...(people as ['Zofia', 'Bruno']));
  await follow(origin, zofia, bruno);
  await follow(origin, bruno, zofia);
  for (const { token, userId } of [zofia, bruno])
    await callRest(origin, `PATCH /users/${userId}`, { token, json: { bio: 'Łódki' } });
  const json = {
    caption: `Łódki 👋 @${zofia.userName} #jezioro`,
    location: 'Mikołajki',
    latitude: null,
    longitude: null,
  };
  const made = await callRest<{ postId: number }>(origin, 'POST /posts', {
    token: bruno.token,
    json: { ...json, userId: bruno.userId },
  });
  await attachPicture(origin, bruno, made.postId, await testPhoto());
  postId = await post(origin, zofia, 'Łódki 👋');
  for (const [path, body] of [
    ['/likes', { userId: bruno.userId, postId }],
    ['/comments', { userId: bruno.userId, postId, content: 'Ładnie' }],
    ['/messages', { senderId: bruno.userId, receiverId: zofia.userId, content: 'Ładnie' }],
  ] as const)
    await callRest(origin, `POST ${path}`, { token: bruno.token, json: body });
});

const routes: Screen[] = [
  { path: '/', shows: 'login.heading', visitor: true },
  { path: '/login', shows: 'login.heading', visitor: true },
  { path: '/signup', shows: 'signup.heading', visitor: true },
  { path: '/account', shows: 'profile.aboutMe' },
  { path: '/setusername?uid=somebody', shows: 'setUserName.heading', visitor: true },
  { path: '/setusername', shows: 'login.heading', to: /\/login$/, visitor: true },
  { path: '/home', shows: 'home.end' },
  { path: '/browser', shows: 'browse.heading' },
  { path: '/explore', shows: 'explore.heading' },
  { path: '/messages', shows: 'messages.choose' },
  { path: '/messages?userId={bruno}', shows: 'messages.send' },
  { path: '/notification', shows: 'notifications.all' },
  { path: '/resetpassword?oobCode=somecode', shows: 'reset.heading', visitor: true },
  { path: '/resetpassword', shows: 'errors.invalid-reset-link', visitor: true },
  { path: '/terms', shows: 'terms.lead', visitor: true },
  { path: '/privacy', shows: 'policy.lead', visitor: true },
  { path: '/confirm?code=somecode', shows: 'confirm.submit', visitor: true },
  { path: '/confirm', shows: 'errors.invalid-confirmation-link', visitor: true },
  { path: '/user/{bruno.name}', shows: 'profile.followed' },
  { path: '/user/{zofia.name}', shows: 'profile.aboutMe', to: /\/account$/ },
  { path: '/user/nobody-of-this-name', shows: 'notFound.text', to: /\/404$/ },
  { path: '/post/{post}', shows: 'comment.reply' },
  { path: '/account?post={post}', shows: 'comment.reply', to: /\/post\/\d+$/ },
  { path: '/404', shows: 'notFound.text', visitor: true },
  { path: '/no/such/page', shows: 'notFound.text', visitor: true },
  { path: '/home', shows: 'home.title', width: 390 },
  { path: '/account', shows: 'profile.aboutMe', width: 390 },
  { path: '/post/{post}', shows: 'comment.reply', width: 390 },
];

const popups: Screen[] = [
  { path: '/home?popup=compose', shows: 'composer.addPicture' },
  { path: '/home?popup=friends', shows: 'home.searchFriend', width: 820 },
  { path: '/account?popup=followers', shows: 'profile.followersTitle' },
  { path: '/account?popup=following', shows: 'profile.followingTitle' },
  { path: '/account?popup=settings', shows: 'settings.preferences' },
  { path: '/account?popup=edit-profile', shows: 'editProfile.bio' },
  { path: '/account?popup=personal', shows: 'personal.firstName' },
  { path: '/account?popup=privacy', shows: 'privacy.visibility' },
  { path: '/account?popup=alerts', shows: 'alerts.enabled' },
  { path: '/account?popup=delete-account', shows: 'deletion.question' },
  { path: '/account?popup=help', shows: 'help.who' },
  { path: '/account?popup=contact', shows: 'contact.people' },
  { path: '/account?popup=terms', shows: 'terms.yours' },
  { path: '/post/{post}?edit=true', shows: 'editor.delete' },
  { path: '/user/{bruno.name}?popup=followers', shows: 'profile.followersTitle' },
];

const fill = (path: string): string =>
  path
    .replace('{bruno}', String(bruno.userId))
    .replace('{bruno.name}', bruno.userName)
    .replace('{zofia.name}', zofia.userName)
    .replace('{post}', String(postId));

/** Finds an element by its text, label or placeholder, or a button by its name. */
const sign = (page: Page | Locator, text: string) =>
  page
    .getByText(text)
    .or(page.getByRole('button', { name: text }))
    .or(page.getByPlaceholder(text))
    .or(page.getByLabel(text));

const dialogs = (page: Page) => page.locator('[role=dialog], [role=alertdialog]');

/** Returns the texts of all posts. Posts of other journeys on this server may appear among the popular posts. */
async function writtenByOthers(): Promise<string[]> {
  const posts = await callRest<{ caption: string; location: string | null; user: { userName: string } }[]>(
    inject('origin'),
    'GET /posts?limit=500',
    { token: zofia.token },
  );
  const words = posts.flatMap(({ caption, location, user }) => [
    user.userName,
    caption,
    ...`${caption} ${location}`.split(/[\s,!?@]+/),
  ]);
  return [...new Set(words.filter(Boolean))].sort((a, b) => b.length - a.length);
}

const languageOf = (index: number): Language => names[index % names.length] as Language;

describe.each([
  ['route', routes],
  ['popup', popups],
] as const)('every %s', (kind, screens) => {
  for (const [index, screen] of screens.entries()) {
    const language = languageOf(index);
    journey(`${screen.path} at ${screen.width ?? 1280} px, in ${language}`, async ({ visit }) => {
      const page = await visit(fill(screen.path), {
        ...(screen.visitor ? { profile: `visitor ${language}` } : { profile: `member ${language}`, as: zofia }),
        locale: locales[language],
        viewport: { width: screen.width ?? 1280, height: 860 },
        // The browser itself logs the 404 to the console.
        allow: /status of 404/,
      });
      const within = kind === 'popup' ? dialogs(page) : page;
      const shown = () => sign(within, translate(language, screen.shows)).first().isVisible();
      await expect.poll(shown, { message: screen.shows }).toBe(true);
      if (screen.to) await page.waitForURL(screen.to);
      await expect.poll(() => page.locator('[aria-busy=true], .animate-shimmer').count()).toBe(0);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(await accessibilityFaults(page)).toEqual([]);
      const own = [zofia.userName, bruno.userName, zofia.email, ...written, ...(await writtenByOthers())];
      expect(await untranslated(page, language, own)).toEqual([]);
      if (kind === 'popup') {
        await page.keyboard.press('Escape');
        await expect.poll(() => dialogs(page).count()).toBe(0);
      }
    });
  }
});

journey('an anonymous visitor who opens a protected screen is sent to the log-in', async ({ visit }) => {
  const page = await visit('/home', { allow: /401/ });
  await page.waitForURL(/\/login$/);
});

journey('the page of an unknown member is answered with 404 to members', async () => {
  const page = async (path: string, token?: string) =>
    (
      await fetch(`${inject('origin')}${path}`, {
        headers: { accept: 'text/html', ...(token && { authorization: `Bearer ${token}` }) },
      })
    ).status;
  expect(await page(`/user/${bruno.userName}`, zofia.token)).toBe(200);
  expect(await page('/user/nobody-of-this-name', zofia.token)).toBe(404);
  // A visitor does not get 404 for an unknown member, and so cannot find out which members exist.
  expect(await page('/user/nobody-of-this-name')).toBe(200);
  expect(await page('/no/such/page')).toBe(404);
});
