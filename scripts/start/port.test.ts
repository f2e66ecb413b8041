import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { webPort } from './port.ts';

const serverOnPort = createServer();
afterEach(() => serverOnPort.close());

it('webPort skips a taken port, and reports a taken port that was set explicitly', async () => {
  const free = await webPort(undefined);
  serverOnPort.listen(free, '127.0.0.1');
  await once(serverOnPort, 'listening');
  expect(await webPort(undefined)).toBeGreaterThan(free);
  await expect(webPort(String(free))).rejects.toThrow(`Port ${free} is taken: set WEB_PORT to another, or to none.`);
  await expect(webPort('http')).rejects.toThrow('Setting WEB_PORT should be a port, from 1 to 65535.');
});
