import { connect } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { tokenOf } from './messages.ts';

/** The commands that `StreamListeners` sends to a listening process: open streams for these members, or report what arrived. */
export type Request = { members: number[]; port: number } | { report: true };

/** A received event: the key of the like or message, the member whose stream received the event, and the time by `sharedNow`. */
export type Received = [key: string, userId: number, at: number];

/** The response of a listening process. `open` is the number of open sockets, `worstStall` the longest event loop stall in ms. */
export type Answer = { streamIds: [userId: number, streamId: string][] } | Report;
export interface Report {
  received: Received[];
  open: number;
  worstStall: number;
}

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
    'sec-ch-ua-platform: "Linux"',
    'User-Agent: Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
    'Accept: text/event-stream',
    'sec-ch-ua: "Chromium";v="153", "Not_A Brand";v="24"',
    'Cache-Control: no-cache',
    'sec-ch-ua-mobile: ?0',
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
const came: [userId: number, at: number, bytes: Buffer][] = [];
let openSockets = 0;
const delay = monitorEventLoopDelay({ resolution: 1 });

function open(port: number, userId: number): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    let opening: string | null = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(headersOf(port, userId)));
    openSockets += 1;
    socket.on('data', (bytes: Buffer) => {
      if (opening === null) {
        came.push([userId, sharedNow(), bytes]);
        return;
      }
      opening += bytes.toString('latin1');
      const [, streamId] = /"streamId":"([^"]+)"/.exec(opening) ?? [];
      if (!streamId) return;
      opening = null;
      resolve([userId, streamId]);
    });
    socket.on('error', reject);
    socket.on('close', () => {
      openSockets -= 1;
      reject(new Error(`the stream of member ${userId} did not open: ${opening}`));
    });
  });
}

const events = /"name":"post\.liked","postId":(\d+),"userId":(\d+)|"clientId":"([\w-]+)"/g;

function report(): Report {
  const worstStall = delay.max / 1e6;
  const received = came.flatMap(([userId, at, bytes]) =>
    [...bytes.toString('latin1').matchAll(events)].map(
      ([, postId, liker, clientId]): Received => [clientId ?? `${postId}/${liker}`, userId, at],
    ),
  );
  came.length = 0;
  delay.reset();
  return { received, open: openSockets, worstStall };
}

async function answer(request: Request): Promise<Answer> {
  if ('report' in request) return report();
  return { streamIds: await Promise.all(request.members.map((userId) => open(request.port, userId))) };
}

if (process.send) {
  delay.enable();
  process.on('message', async (request: Request) => process.send?.(await answer(request)));
  process.on('disconnect', () => process.exit());
  process.send({ ready: true });
}
