import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { signIn } from '../../e2e/fixtures/signIn.ts';
import { password } from '../seed/stories.ts';
import { settle } from './settle.ts';
import type { Place } from './shoot.ts';
import { languages } from './shots.ts';

interface Value {
  value?: unknown;
}

/** A node of Chromium's accessibility tree. */
interface Node {
  nodeId: string;
  ignored: boolean;
  role?: Value;
  name?: Value;
  value?: Value;
  description?: Value;
  properties?: { name: string; value: Value }[];
  childIds?: string[];
}

/** Roles that a screen reader does not announce. */
const silent = new Set([
  'none',
  'generic',
  'InlineTextBox',
  'RootWebArea',
  'paragraph',
  'LabelText',
  'ListMarker',
  'LineBreak',
  'presentation',
  'sectionheader',
]);
/** Roles of nodes for which a screen reader says only the name, because the name contains the text of all children. */
const whole = new Set([
  'button',
  'link',
  'tab',
  'option',
  'menuitem',
  'menuitemradio',
  'menuitemcheckbox',
  'heading',
  'image',
]);
const announcedProperties = [
  'level',
  'pressed',
  'checked',
  'expanded',
  'selected',
  'invalid',
  'required',
  'disabled',
  'focused',
  'busy',
  'live',
];
const unsetValues = new Set<unknown>([undefined, false, 'false', 'off', '']);

function lineOf({ role, name, value, description, properties = [] }: Node): string | null {
  const what = String(role?.value ?? '');
  const text = String(name?.value ?? '').trim();
  if (what === 'StaticText') return text && `“${text}”`;
  if (silent.has(what)) return null;
  const states = properties
    .filter((property) => announcedProperties.includes(property.name) && !unsetValues.has(property.value.value))
    .map((property) => (property.value.value === true ? property.name : `${property.name} ${property.value.value}`));
  const filled = value?.value ? [`holds “${value.value}”`] : [];
  const also = description?.value ? [`“${description.value}”`] : [];
  const more = [...states, ...filled, ...also];
  return `${what}${text ? `: ${text}` : ''}${more.length ? ` (${more.join(', ')})` : ''}`;
}

/** Returns what a screen reader would say from the top of the page to the bottom, one line for each node, indented by nesting. */
export async function spoken(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: Node[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines: string[] = [];
  const read = (node: Node | undefined, depth: number): void => {
    if (!node) return;
    const line = node.ignored ? null : lineOf(node);
    if (line) lines.push(`${'  '.repeat(depth)}${line}`);
    if (line && whole.has(String(node.role?.value))) return;
    for (const id of node.childIds ?? []) read(byId.get(id), depth + Number(Boolean(line)));
  };
  read(nodes[0], 0);
  return lines;
}

/** The main journeys of a member. `go` leads from `path` to the screen whose spoken text is written. */
const journeys: { name: string; as?: 'visitor'; path: string; go?: (page: Page) => Promise<unknown> }[] = [
  { name: 'Sign up', as: 'visitor', path: '/signup', go: (page) => page.locator('button[type=submit]').click() },
  { name: 'Log in', as: 'visitor', path: '/login', go: (page) => page.locator('button[type=submit]').click() },
  { name: 'Read the feed', path: '/home' },
  {
    name: 'Open a post and its comments',
    path: '/home',
    go: (page) =>
      page
        .getByRole('article')
        .getByRole('link', { name: /comment/ })
        .first()
        .click(),
  },
  { name: 'Write a post', path: '/home?popup=compose' },
  {
    name: 'Choose who sees it',
    path: '/home?popup=compose',
    go: (page) => page.getByRole('dialog').getByRole('button', { name: 'Who can see it' }).click(),
  },
  { name: 'Find people', path: '/browser', go: (page) => page.locator('main input[type=search]').fill('t') },
  { name: 'Read a profile', path: '/user/diego' },
  {
    name: 'Read and write messages',
    path: '/messages',
    go: (page) => page.locator('main a[href*="userId="]').first().click(),
  },
  { name: 'Hear of notifications', path: '/notification' },
  { name: 'Change settings', path: '/settings/privacy' },
];

/** Writes to spoken.md what a screen reader would say on the screens of the main journeys. */
export async function writeSpoken(browser: Browser, { origin, folder }: Place): Promise<void> {
  const { locale, member: userName } = languages.en;
  const parts: string[] = [];
  const contextOf = () =>
    browser.newContext({ baseURL: origin, locale, viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
  const contexts = { visitor: await contextOf(), member: await contextOf() };
  await signIn(contexts.member, origin, { userName, password });
  for (const { name, as = 'member', path, go } of journeys) {
    const page = await contexts[as].newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(path);
    await settle(page);
    await go?.(page);
    await page.waitForTimeout(500);
    await settle(page);
    parts.push(`## ${name}`, '```', ...(await spoken(page)), '```', '');
    await page.close();
  }
  writeFileSync(join(folder, 'spoken.md'), `${parts.join('\n')}\n`);
  console.log('It is in screens/spoken.md');
}
