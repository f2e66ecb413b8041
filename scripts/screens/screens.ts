import type { Page } from 'playwright-core';

export interface Screen {
  name: string;
  path: string;
  /** Shown to a visitor who is not signed in. */
  visitor?: true;
  /** What to do before the picture. */
  open?: (page: Page, menu: Menu) => Promise<void>;
}

/** The words of the side menu in the language of the picture. */
export type Menu = Record<'add' | 'settings', string>;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const composer = (page: Page, menu: Menu) => press(page, menu.add);
const settings = (page: Page, menu: Menu) => press(page, menu.settings);

/** Every screen there can be; one that the web app does not have yet shows as not found and is left out. */
export const screens: Screen[] = [
  { name: 'login', path: '/login', visitor: true },
  { name: 'sign-up', path: '/signup', visitor: true },
  { name: 'reset password', path: '/resetpassword?oobCode=example', visitor: true },
  { name: 'set username', path: '/setusername?uid=example', visitor: true },
  { name: 'home', path: '/home' },
  { name: 'account', path: '/account' },
  { name: 'profile', path: '/user/diego' },
  { name: 'browse', path: '/browser' },
  { name: 'explore', path: '/explore' },
  { name: 'messages', path: '/messages' },
  { name: 'notifications', path: '/notification' },
  { name: 'composer', path: '/home', open: composer },
  { name: 'settings', path: '/account', open: settings },
  { name: 'not found', path: '/404' },
];

export const widths = [390, 820, 1440] as const;
export const themes = ['light', 'dark'] as const;
/** Each language with its member of the demo community. */
export const languages = {
  en: { locale: 'en-GB', member: 'nora.field' },
  es: { locale: 'es-ES', member: 'lucia.mar' },
  pl: { locale: 'pl-PL', member: 'marta_w' },
} as const;
export type Language = keyof typeof languages;

export interface Shot {
  screen: string;
  width: number;
  theme: string;
  language: Language;
  file: string;
}
