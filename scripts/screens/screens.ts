import { blocked, guarded, longName } from './cases.ts';
import {
  inTurn,
  type Open,
  openAsPage,
  openCard,
  openFirstPicture,
  openFirstPost,
  openMessage,
  press,
  recordVoice,
  scrollDown,
  search,
  setExpiry,
  showToday,
  tap,
  waitFor,
  writeComment,
  writeName,
  writePost,
  writeSeveral,
  writeVideo,
} from './open.ts';

/** The card of an event that takes answers. */
const eventCard = 'article [role=group]:has(> [role=group])';

export interface Screen {
  name: string;
  path: string;
  /** Who opens the screen. By default, it is the member of the demo community who speaks the language. */
  as?: 'visitor' | 'newcomer' | 'guarded';
  /** Actions that precede the screenshot. */
  open?: Open;
  /** Requests whose address contains this text fail. */
  fails?: string;
  /** Requests whose address contains this text never complete, so that the screen shows its loading state. */
  holds?: string;
  /** The server is not set up yet, so that a host sees its first steps. */
  notSetUp?: true;
  /** The browser goes offline once the screen is loaded. */
  offline?: true;
  /** The least width, in pixels, at which there is this screen. */
  from?: number;
}

const long = `/user/${longName}`;
const showError = tap('button[type=submit]');
const openChat = tap('main a[href*="userId="]');
const openGroup = tap('main a[href*="chatId="]');
const menu = waitFor('[role=menu]');
const fromPostMenu = (...keys: string[]) => inTurn(tap('article button[aria-haspopup=menu]'), menu, press(...keys));
const fromGroupMenu = (key: string) => inTurn(openGroup, press('messages.chatOptions', key));
const fromMessageMenu = (...keys: string[]) => inTurn(openGroup, openMessage, menu, press(...keys));

const openAlbum = inTurn(openCard, waitFor('[role=dialog] section ul img'));

const disableMember = inTurn(tap('main li button[aria-haspopup=menu]'), press('host.actions.disable'));

/** Screens with a list: the name, the path, and the tRPC call that fetches the list. */
const lists = [
  ['home', '/home', 'feed.home'],
  ['account', '/account', 'posts.byUser'],
  ['profile', '/user/diego', 'posts.byUser'],
  ['explore', '/explore', 'posts.popular'],
  ['browse', '/browser', 'users.suggested'],
  ['notifications', '/notification', 'notifications.list'],
  ['messages', '/messages', 'chats.list'],
  ['tag', '/tag/lake', 'tags.posts'],
] as const;

/** All screens and popups of which screenshots are taken, with the states worth showing. */
export const screens: Screen[] = [
  ...lists.flatMap(([name, path, call]) => [
    { name: `${name} loading`, path, holds: call },
    { name: `${name} failed`, path, fails: call },
  ]),
  { name: 'login', path: '/login', as: 'visitor' },
  { name: 'login error', path: '/login', as: 'visitor', open: showError },
  { name: 'sign-up', path: '/signup', as: 'visitor' },
  { name: 'sign-up error', path: '/signup', as: 'visitor', open: showError },
  { name: 'reset password', path: '/resetpassword?oobCode=example', as: 'visitor' },
  { name: 'confirm address', path: '/confirm?code=example', as: 'visitor' },
  { name: 'terms', path: '/terms', as: 'visitor' },
  { name: 'privacy policy', path: '/privacy', as: 'visitor' },
  { name: 'about', path: '/about', as: 'visitor' },
  { name: 'set username', path: '/setusername?uid=example', as: 'visitor' },
  { name: 'home', path: '/home' },
  { name: 'home today', path: '/home', open: showToday },
  { name: 'home comments', path: '/home', open: writeComment },
  { name: 'home first run', path: '/home', as: 'newcomer' },
  { name: 'home further down', path: '/home', open: scrollDown },
  { name: 'home offline', path: '/home', offline: true },
  { name: 'home toast', path: '/home', open: fromPostMenu('post.copyLink') },
  { name: 'friends', path: '/home?popup=friends' },
  { name: 'account', path: '/account' },
  { name: 'account first steps', path: '/account', as: 'newcomer' },
  ...['name', 'picture', 'sign-up', 'rules', 'mail'].map((step, skipped) => ({
    ...{ name: `account set-up ${step}`, path: '/account', notSetUp: true as const },
    open: inTurn(waitFor('main form'), press(...Array<string>(skipped).fill('welcome.skip'))),
  })),
  { name: 'followers', path: '/account?popup=followers' },
  { name: 'post editor', path: '/account', open: openFirstPost },
  { name: 'profile', path: '/user/diego' },
  { name: 'post', path: '/user/diego', open: openFirstPost },
  { name: 'post pictures', path: '/tag/lake', open: openCard },
  { name: 'picture viewer', path: '/tag/lake', open: openFirstPicture },
  { name: 'post likes', path: '/home', open: tap('article button[aria-pressed] + button') },
  { name: 'post menu', path: '/home', open: fromPostMenu() },
  { name: 'post page', path: '/user/diego', open: inTurn(openFirstPost, openAsPage) },
  { name: 'post writing', path: '/user/diego', open: inTurn(openFirstPost, openAsPage, tap('[data-pinned] textarea')) },
  { name: 'post gone', path: '/post/999999999' },
  { name: 'post long', path: long, open: openFirstPost },
  { name: 'post long page', path: long, open: inTurn(openFirstPost, openAsPage) },
  { name: 'post report', path: '/home', open: fromPostMenu('reports.post') },
  { name: 'post send', path: '/home', open: fromPostMenu('messages.post.send') },
  { name: 'post mute', path: '/home', open: fromPostMenu('blocks.mute') },
  { name: 'post delete', path: '/account', open: inTurn(openFirstPost, press('editor.delete')) },
  { name: 'profile long', path: long },
  { name: 'profile private', path: `/user/${guarded}` },
  { name: 'profile own private', path: '/account', as: 'guarded' },
  { name: 'profile blocked', path: `/user/${blocked}` },
  { name: 'profile block', path: '/user/diego', open: press('blocks.options', 'blocks.block') },
  { name: 'saved', path: '/account?saved=true' },
  { name: 'tag', path: '/tag/lake' },
  { name: 'event', path: '/tag/regatta', open: waitFor(`${eventCard} > div:last-child > button`) },
  {
    name: 'event guests',
    path: '/tag/regatta',
    open: inTurn(tap(`${eventCard} > div:last-child > button`), waitFor('[role=dialog]')),
  },
  { name: 'poll', path: '/tag/supper', open: waitFor('article [role=radio]') },
  { name: 'poll results', path: '/tag/picnic', open: waitFor('article [role=checkbox]') },
  {
    name: 'poll voters',
    path: '/tag/picnic',
    open: inTurn(tap('article [data-own] [aria-haspopup=dialog]'), waitFor('[role=dialog]')),
  },
  { name: 'album', path: '/tag/ferry', open: openAlbum },
  { name: 'album adding', path: '/tag/ferry', open: inTurn(openAlbum, press('album.add')) },
  { name: 'album taking out', path: '/tag/ferry', open: inTurn(openAlbum, press('album.takeOut')) },
  { name: 'year', path: '/year/2026' },
  { name: 'browse', path: '/browser' },
  { name: 'browse found', path: '/browser', open: search('t') },
  { name: 'browse events', path: '/browser?events=true' },
  { name: 'browse posts', path: '/browser?q=the&kind=posts' },
  { name: 'browse tags', path: '/browser?q=l&kind=tags' },
  { name: 'browse none', path: '/browser', open: search('zzz') },
  { name: 'explore', path: '/explore' },
  { name: 'account menu', path: '/explore', open: inTurn(tap('nav button[aria-haspopup=menu]'), menu), from: 700 },
  { name: 'messages', path: '/messages' },
  { name: 'messages empty', path: '/messages', as: 'newcomer' },
  { name: 'conversation', path: '/messages', open: openChat },
  { name: 'conversation voice', path: '/messages', open: inTurn(openChat, recordVoice) },
  { name: 'conversation loading', path: '/messages', open: openChat, holds: 'chats.messages' },
  { name: 'group', path: '/messages', open: openGroup },
  { name: 'group about', path: '/messages', open: fromGroupMenu('messages.group.about') },
  { name: 'group search', path: '/messages', open: fromGroupMenu('messages.find.inChat') },
  { name: 'group mute', path: '/messages', open: fromGroupMenu('messages.mute.title') },
  { name: 'chat new', path: '/messages', open: press('messages.new.title', 'messages.new.chat') },
  { name: 'group new', path: '/messages', open: press('messages.new.title', 'messages.group.new') },
  { name: 'message menu', path: '/messages', open: fromMessageMenu() },
  {
    name: 'message emoji',
    path: '/messages',
    open: inTurn(fromMessageMenu('messages.moreEmoji'), waitFor('[role=gridcell]:visible')),
  },
  { name: 'message reply', path: '/messages', open: fromMessageMenu('messages.reply') },
  { name: 'messages requests', path: '/messages', open: tap('main ul ~ button, main [data-scroller] > button') },
  { name: 'messages found', path: '/messages', open: search('soup') },
  { name: 'conversation offline', path: '/messages', open: openChat, offline: true },
  { name: 'notifications requests', path: '/notification', as: 'guarded' },
  { name: 'notifications', path: '/notification' },
  { name: 'notifications empty', path: '/notification', as: 'newcomer' },
  { name: 'moderation', path: '/moderation' },
  { name: 'server', path: '/server' },
  { name: 'server overview', path: '/server/overview' },
  { name: 'server members', path: '/server/members' },
  {
    name: 'server member menu',
    path: '/server/members',
    open: inTurn(tap('main li button[aria-haspopup=menu]'), menu),
  },
  { name: 'server member disable', path: '/server/members', open: disableMember },
  { name: 'server joining', path: '/server/joining' },
  { name: 'server reports', path: '/server/reports' },
  { name: 'server name', path: '/server/server' },
  { name: 'server backups', path: '/server/backups' },
  { name: 'server jobs', path: '/server/jobs' },
  { name: 'server log', path: '/server/log' },
  { name: 'composer', path: '/home?popup=compose' },
  { name: 'composer with a picture', path: '/home?popup=compose', open: writePost },
  { name: 'composer with pictures', path: '/home?popup=compose', open: writeSeveral },
  { name: 'composer completing', path: '/home?popup=compose', open: writeName },
  {
    name: 'composer audience',
    path: '/home?popup=compose',
    open: inTurn(tap('[role=dialog] button[aria-haspopup=menu]'), menu),
  },
  { name: 'composer picture', path: '/home?popup=compose', open: inTurn(writePost, tap('[role=dialog] li button')) },
  { name: 'composer video', path: '/home?popup=compose', open: writeVideo },
  { name: 'composer expiry', path: '/home?popup=compose', open: inTurn(writePost, setExpiry) },
  { name: 'composer event', path: '/home?popup=compose', open: press('events.title') },
  { name: 'composer offline', path: '/home?popup=compose', open: writePost, offline: true },
  { name: 'settings', path: '/account?popup=settings' },
  { name: 'settings found', path: '/settings', open: search('d') },
  { name: 'close friends', path: '/settings/close-friends' },
  { name: 'import', path: '/settings/import' },
  { name: 'calendar', path: '/settings/calendar' },
  { name: 'edit profile', path: '/account?popup=edit-profile' },
  { name: 'personal', path: '/account?popup=personal' },
  { name: 'privacy', path: '/account?popup=privacy' },
  { name: 'devices', path: '/settings/devices' },
  { name: 'notification settings', path: '/account?popup=notifications' },
  { name: 'tokens', path: '/account?popup=tokens' },
  { name: 'webhooks', path: '/account?popup=webhooks' },
  { name: 'invitations', path: '/account?popup=invitations' },
  { name: 'delete account', path: '/account?popup=delete-account' },
  { name: 'help', path: '/account?popup=help' },
  { name: 'second factor', path: '/account?popup=second-factor' },
  { name: 'second factor on', path: '/account?popup=second-factor', open: press('secondFactor.turnOn') },
  { name: 'second step', path: '/second-factor', as: 'visitor' },
  { name: 'not me', path: '/not-me?code=example', as: 'visitor' },
  { name: 'contact', path: '/account?popup=contact' },
  { name: 'terms popup', path: '/account?popup=terms' },
  { name: 'muted and blocked', path: '/settings/blocked', as: 'guarded' },
  { name: 'tokens there', path: '/account?popup=tokens', as: 'guarded' },
  { name: 'webhooks there', path: '/account?popup=webhooks', as: 'guarded' },
  { name: 'not found', path: '/404' },
];

/** The pages that are readable without logging in. Only a server with public pages has them. */
export const publicScreens: Screen[] = [
  { name: 'public profile', path: '/user/diego', as: 'visitor' },
  { name: 'public post', path: '/user/diego', as: 'visitor', open: tap('main li a.pictured') },
  { name: 'public text', path: '/user/diego', as: 'visitor', open: tap('main li a:not(.pictured)') },
];
