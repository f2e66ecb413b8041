import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { freePort } from '@kith/platform/postgres';
import { type Engine, keys, type Person, type Tab, waitFor } from './driver.ts';
import { newSession, type Session } from './webDriver.ts';

const element = 'element-6066-11e4-a52e-4f735466cecf';

const onPath = (name: string): string | undefined =>
  (process.env.PATH ?? '').split(':').flatMap((folder) => globSync(`${folder}/${name}`))[0];

const programs = () => ({
  driver: onPath('WebKitWebDriver'),
  display: onPath('Xvfb'),
  browser: globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0],
});

/** Returns the names of the programs that the WebKit tests need and this machine lacks. */
export const missingForWebKit = (): string[] =>
  Object.entries({ ...programs() }).flatMap(([name, path]) => (path ? [] : [name]));

/** Starts WebKitGTK's MiniBrowser on a virtual display. */
export async function startWebKit(): Promise<Engine> {
  const { driver, display, browser } = programs();
  if (!driver || !display || !browser) throw new Error(`WebKit lacks its ${missingForWebKit().join(' and ')} here.`);
  const screen = spawn(display, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data');
  const children: ChildProcess[] = [screen];
  const sessions: Session[] = [];
  const environment = {
    ...process.env,
    DISPLAY: `:${String(number).trim()}`,
    LANGUAGE: 'en',
    LANG: 'en_GB.UTF-8',
    // Without a graphics card, compositing would run on the CPU and take a fifth of the total time.
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  };
  return {
    async person() {
      // WebKit's driver can have only one session at a time, so each profile gets a driver of its own.
      const port = await freePort();
      children.push(spawn(driver, [`--port=${port}`], { env: environment, stdio: 'ignore' }));
      const capabilities = { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } };
      const session = await waitFor(() => newSession(`http://127.0.0.1:${port}`, capabilities), 'session of WebKit');
      sessions.push(session);
      return personOf(session);
    },
    async close() {
      for (const session of sessions) await session.remove().catch(() => undefined);
      for (const child of children.reverse()) child.kill();
    },
  };
}

async function personOf(session: Session): Promise<Person> {
  const opened = async (action: () => Promise<void>) => {
    const before = await session.get<string[]>('/window/handles');
    await action();
    const handle = await waitFor(
      async () => (await session.get<string[]>('/window/handles')).find((each) => !before.includes(each)),
      'new window of WebKit',
    );
    return tabOf(session, handle);
  };
  // The main window cannot be narrower than its toolbar, so the tests use a popup window, which has no toolbar.
  const start = tabOf(session, await session.get('/window'));
  const tab = await opened(async () => {
    await start.evaluate(
      `void document.addEventListener('click', () => open('about:blank', '_blank', 'popup,noopener'))`,
    );
    await start.click('document.documentElement');
  });
  await start.close();
  return { tab, opened };
}

/** A script that collects errors inside the page, because this driver cannot read the browser's console. */
const listen = `void (globalThis.complaints ??= (() => {
  const said = [];
  const tell = (...words) => said.push(words.join(' '));
  addEventListener('error', (event) => tell(event.message ?? event.target?.outerHTML));
  addEventListener('unhandledrejection', (event) => tell(event.reason));
  addEventListener('securitypolicyviolation', (event) => tell(event.violatedDirective, event.blockedURI));
  console.error = tell;
  return said;
})())`;

function tabOf(session: Session, handle: string): Tab {
  /** Selects this window, and returns the session: the driver applies every command to the selected window. */
  const here = async (): Promise<Session> => {
    await session.post('/window', { handle });
    return session;
  };
  const run = async <T>(expression: string): Promise<T> =>
    (await here()).post<T>('/execute/sync', { script: `return (${expression})`, args: [] });
  const find = async (expression: string): Promise<string> => {
    const found = await run<Record<string, string> | null>(expression);
    if (!found?.[element]) throw new Error(`There is no ${expression}`);
    return `/element/${found[element]}`;
  };
  const evaluate = async <T>(expression: string): Promise<T> => {
    const script = `const done = arguments[0]; Promise.resolve(${expression}).then((value) => done({ value }), (error) => done({ error: String(error) }))`;
    const { value, error } = await (await here()).post<{ value: T; error?: string }>('/execute/async', {
      script,
      args: [],
    });
    if (error) throw new Error(error);
    return value;
  };
  return {
    async open(address) {
      await (await here()).post('/url', { url: address });
      await run(listen);
    },
    evaluate,
    click: async (expression) => session.post(`${await find(expression)}/click`),
    type: async (expression, text) =>
      session.post(`${await find(expression)}/value`, { text: text.replaceAll('\n', keys.Enter) }),
    async press(key) {
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: keys[key] }));
      await (await here()).post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    choose: async (expression, path) => session.post(`${await find(expression)}/value`, { text: path }),
    picture: async () => Buffer.from(await (await here()).get<string>('/screenshot'), 'base64'),
    resize: async (width, height) => void (await (await here()).post('/window/rect', { width, height })),
    complaints: () => run('globalThis.complaints ?? []'),
    close: async () => (await here()).remove('/window'),
  };
}
