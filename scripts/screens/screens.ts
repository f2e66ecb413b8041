import {
  type Open,
  openCard,
  openChat,
  openFirstPicture,
  openFirstPost,
  search,
  searchSettings,
  showError,
  tap,
  writeComment,
  writeName,
  writePost,
  writeSeveral,
} from './open.ts';

export interface Screen {
  name: string;
  path: string;
  /** Opened by somebody other than the usual member of the demo community. */
  as?: 'visitor' | 'newcomer';
  /** Actions before the picture. */
  open?: Open;
  /** A part of the addresses that get no response. */
  fails?: string;
}

/** Every screen and popup; one that the web app does not have shows as not found and is left out. */
export const screens: Screen[] = [
  { name: 'login', path: '/login', as: 'visitor' },
  { name: 'login error', path: '/login', as: 'visitor', open: showError },
  { name: 'sign-up', path: '/signup', as: 'visitor' },
  { name: 'sign-up error', path: '/signup', as: 'visitor', open: showError },
  { name: 'reset password', path: '/resetpassword?oobCode=example', as: 'visitor' },
  { name: 'confirm address', path: '/confirm?code=example', as: 'visitor' },
  { name: 'terms', path: '/terms', as: 'visitor' },
  { name: 'privacy policy', path: '/privacy', as: 'visitor' },
  { name: 'set username', path: '/setusername?uid=example', as: 'visitor' },
  { name: 'home', path: '/home' },
  { name: 'home comments', path: '/home', open: writeComment },
  { name: 'home first run', path: '/home', as: 'newcomer' },
  { name: 'home failed', path: '/home', fails: 'feed.home' },
  { name: 'friends', path: '/home?popup=friends' },
  { name: 'account', path: '/account' },
  { name: 'account first steps', path: '/account', as: 'newcomer' },
  { name: 'followers', path: '/account?popup=followers' },
  { name: 'post editor', path: '/account', open: openFirstPost },
  { name: 'profile', path: '/user/diego' },
  { name: 'post', path: '/user/diego', open: openFirstPost },
  { name: 'post pictures', path: '/tag/lake', open: openCard },
  { name: 'picture viewer', path: '/tag/lake', open: openFirstPicture },
  { name: 'post likes', path: '/home', open: tap('article button[aria-pressed] + button') },
  { name: 'post menu', path: '/home', open: tap('article button[aria-haspopup=menu]') },
  { name: 'saved', path: '/account?saved=true' },
  { name: 'tag', path: '/tag/lake' },
  { name: 'browse', path: '/browser' },
  { name: 'browse found', path: '/browser', open: search('t') },
  { name: 'browse posts', path: '/browser?q=the&kind=posts' },
  { name: 'browse tags', path: '/browser?q=l&kind=tags' },
  { name: 'browse none', path: '/browser', open: search('zzz') },
  { name: 'explore', path: '/explore' },
  { name: 'account menu', path: '/explore', open: tap('button[aria-haspopup=menu]:has(img, svg)') },
  { name: 'messages', path: '/messages' },
  { name: 'messages empty', path: '/messages', as: 'newcomer' },
  { name: 'conversation', path: '/messages', open: openChat },
  { name: 'notifications', path: '/notification' },
  { name: 'notifications empty', path: '/notification', as: 'newcomer' },
  { name: 'moderation', path: '/moderation' },
  { name: 'composer', path: '/home?popup=compose' },
  { name: 'composer with a picture', path: '/home?popup=compose', open: writePost },
  { name: 'composer with pictures', path: '/home?popup=compose', open: writeSeveral },
  { name: 'composer completing', path: '/home?popup=compose', open: writeName },
  { name: 'composer audience', path: '/home?popup=compose', open: tap('[role=dialog] button[aria-haspopup=menu]') },
  { name: 'settings', path: '/account?popup=settings' },
  { name: 'settings found', path: '/settings', open: searchSettings },
  { name: 'close friends', path: '/settings/close-friends' },
  { name: 'import', path: '/settings/import' },
  { name: 'edit profile', path: '/account?popup=edit-profile' },
  { name: 'personal', path: '/account?popup=personal' },
  { name: 'privacy', path: '/account?popup=privacy' },
  { name: 'alerts', path: '/account?popup=alerts' },
  { name: 'tokens', path: '/account?popup=tokens' },
  { name: 'webhooks', path: '/account?popup=webhooks' },
  { name: 'invitations', path: '/account?popup=invitations' },
  { name: 'delete account', path: '/account?popup=delete-account' },
  { name: 'help', path: '/account?popup=help' },
  { name: 'not found', path: '/404' },
];
