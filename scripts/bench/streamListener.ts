import { connect } from 'node:net';
import { tokenOf } from './messages.ts';

/** The commands of the bench to a listening process: open streams for these members, or report what arrived. */
export type Request = { members: number[]; port: number } | { report: true };

/** A received message: its client id, the member whose stream received it, and the time by `sharedNow`. */
export type Received = [clientId: string, userId: number, at: number];

/** Returns the milliseconds of a clock that all processes of a machine share. */
export const sharedNow = (): number => Number(process.hrtime.bigint()) / 1e6;

/**
 * Returns the request headers of a real browser. The api keeps most headers in memory while a stream is open, so fewer headers
 * would make the measured memory per stream too small.
 */
const headersOf = (port: number, userId: number) =>
  [
    'GET /stream HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Connection: keep-alive',
    'User-Agent: Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
    'Accept: text/event-stream',
    'sec-ch-ua: "Chromium";v="153", "Not_A Brand";v="24"',
    'Cache-Control: no-cache',
    'Sec-Fetch-Site: same-origin',
    'Sec-Fetch-Mode: cors',
    'Sec-Fetch-Dest: empty',
    `Referer: http://127.0.0.1:${port}/home`,
    'Accept-Encoding: gzip, deflate, br, zstd',
    'Accept-Language: en-GB,en;q=0.9',
    `Authorization: Bearer ${tokenOf(userId)}`,
    '\r\n',
  ].join('\r\n');

/** Received data, which is parsed later, because parsing would delay the time stamps of the data that follows. */
const receivedChunks: [userId: number, at: number, bytes: Buffer][] = [];

/** Opens a stream, and waits for its first event. */
const open = (port: number, userId: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(headersOf(port, userId)));
    socket.on('data', (bytes: Buffer) => {
      receivedChunks.push([userId, sharedNow(), bytes]);
      if (bytes.includes('"streamId":')) resolve();
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`the stream of member ${userId} ended`)));
  });

async function answer(request: Request): Promise<Received[]> {
  if ('members' in request) await Promise.all(request.members.map((userId) => open(request.port, userId)));
  return receivedChunks
    .splice(0)
    .flatMap(([userId, at, bytes]) =>
      [...bytes.toString('latin1').matchAll(/"clientId":"([\w-]+)"/g)].map(
        ([, clientId = '']): Received => [clientId, userId, at],
      ),
    );
}

if (process.send) {
  process.on('message', async (request: Request) => process.send?.(await answer(request)));
  process.on('disconnect', () => process.exit());
  process.send({ ready: true });
}
