// Long: kills processes under load for minutes, and compares what was acknowledged with what is there.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { hasRedis, startRedisCluster } from '@kith/platform/testing/redisServers';
import { expect, test } from 'vitest';
import { type App, startApp } from '../fixtures/app.ts';
import { createMembers, type Member } from '../fixtures/cast.ts';
import { makePhoto } from '../fixtures/photo.ts';
import { processesBelow } from '../fixtures/processes.ts';
import { callRest, rest } from '../fixtures/rest.ts';
import { readStream } from '../fixtures/streams.ts';

interface Message {
  messageId: number;
  content: string;
  sender: { userId: number };
  event: string | null;
  image: { status: string; alt: string | null } | null;
  readCount: number;
}

const children = {
  api: /apps\/api\/(src|dist)\//,
  worker: /apps\/worker\/(src|dist)\//,
  PostgreSQL: /\/bin\/postgres .*-D/,
};

/** Each round takes a minute, so this test runs at night only. */
const rounds = 3;
const pictureEvery = 7;

/** The pause before each kill, in milliseconds. In this time, the process that the previous kill hit restarts and gets busy. */
const pause = 3_000;

// The test needs Linux, because it finds processes through /proc.
test.skipIf(!hasRedis || process.platform !== 'linux')(
  'a group has each message once and in order after kill -9 of api, worker, database and Redis',
  { timeout: 300_000 * rounds },
  async () => {
    const redis = await startRedisCluster();
    const app: App = await startApp({ env: { REDIS_URL: redis.url } });
    const { origin } = app;
    const stopStreams = new AbortController();
    const members = await createMembers(origin, 'alice', 'bob', 'cleo');
    const [alice, bob, cleo] = members;
    const userIds = [bob.userId, cleo.userId];
    const { chatId } = await callRest<{ chatId: number }>(origin, 'POST /chats', {
      token: alice.token,
      json: { userIds, name: 'Ledger' },
    });
    const heard: string[] = [];
    void readStream(origin, bob.token, (line) => heard.push(line), stopStreams.signal);
    const bytes = await makePhoto();
    const expectedMessages = new Map<number, string[]>(members.map(({ userId }) => [userId, []]));
    const stopLoad = new AbortController();
    let refused = 0;

    const send = (who: Member, content: string, clientId: string, pictured: boolean) => {
      if (!pictured)
        return rest(origin, `POST /chats/${chatId}/messages`, { token: who.token, json: { content, clientId } });
      const form = new FormData();
      form.set('alt', content);
      form.set('clientId', clientId);
      form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'lake.jpg');
      return rest(origin, `POST /chats/${chatId}/images`, { token: who.token, form });
    };

    /** Sends messages as the web app does: one after the other, each retried with the same client id until the server has it. */
    const write = async (who: Member) => {
      for (let n = 0; !stopLoad.signal.aborted; n += 1) {
        const [content, clientId] = [`${who.userName} ${n}`, randomUUID()];
        expectedMessages.get(who.userId)?.push(content);
        for (;;) {
          const answer = await send(who, content, clientId, n % pictureEvery === 0).catch(() => null);
          if (answer && [200, 201, 202].includes(answer.status)) break;
          if (answer && answer.status < 500) throw new Error(`refused with ${answer.status}: ${answer.message}`);
          refused += 1;
          await wait(100);
        }
        await wait(20);
      }
    };

    const kill = (victim: keyof typeof children) => {
      const found = processesBelow(app.pid).find(({ command }) => children[victim].test(command));
      if (!found) throw new Error(`There is no ${victim} to kill:\n${app.output()}`);
      process.kill(found.pid, 'SIGKILL');
    };

    const load = Promise.all(members.map(write));
    for (let round = 0; round < rounds; round += 1) {
      // Redis is killed in one round only, because there is only one replica that can replace a killed master.
      const victims = ['api', 'worker', 'PostgreSQL', ...(round === 0 ? ['Redis' as const] : [])] as const;
      for (const victim of victims) {
        await wait(pause);
        if (victim === 'Redis') redis.signalMaster('{kith}', 'SIGKILL');
        else kill(victim);
        await app.ready();
      }
    }
    await wait(pause);
    stopLoad.abort();
    await load;

    const readAll = async ({ token }: Member): Promise<Message[]> => {
      const pages: Message[] = [];
      for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
        const path = `/chats/${chatId}/messages?limit=100${cursor ? `&cursor=${cursor}` : ''}`;
        const { data, nextCursor } = await rest<Message[]>(origin, `GET ${path}`, { token });
        pages.push(...data);
        cursor = nextCursor ?? undefined;
      }
      return pages.reverse().filter(({ event }) => event === null);
    };
    const [all, ...others] = await Promise.all(members.map(readAll));
    if (!all) throw new Error('nobody read');
    for (const other of others)
      expect(other.map(({ messageId }) => messageId)).toEqual(all.map((each) => each.messageId));
    for (const { userId } of members) {
      const theirs = all
        .filter(({ sender }) => sender.userId === userId)
        .map(({ content, image }) => image?.alt ?? content);
      expect(theirs).toEqual(expectedMessages.get(userId));
    }
    expect(all.length).toBeGreaterThan(60);
    const unmade = async () => (await readAll(alice)).filter(({ image }) => image && image.status !== 'ready').length;
    // If a picture's job was lost with Redis's master, a scheduled job queues it again once the picture is a minute old.
    await expect.poll(unmade, { timeout: 130_000, interval: 1_000 }).toBe(0);
    for (const who of members) {
      const { data } = await rest<{ chatId: number; unreadCount: number }[]>(origin, 'GET /chats', who);
      const byOthers = all.filter(({ sender }) => sender.userId !== who.userId).length;
      expect(data.find((chat) => chat.chatId === chatId)?.unreadCount).toBe(byOthers);
    }
    const { messageId, sender } = all.at(-1) as Message;
    const author = members.find(({ userId }) => userId === sender.userId) as Member;
    for (const { token } of members.filter((who) => who !== author))
      await callRest(origin, `PATCH /chats/${chatId}/read`, { token, json: { messageId } });
    expect((await readAll(author)).find((each) => each.messageId === messageId)?.readCount).toBe(2);
    await callRest(origin, `POST /chats/${chatId}/messages`, {
      token: alice.token,
      json: { content: 'all well again' },
    });
    await expect.poll(() => heard.some((line) => line.includes('all well again')), { timeout: 20_000 }).toBe(true);
    console.log(
      `${all.length} messages, ${all.filter(({ image }) => image).length} pictures, ${refused} calls refused meanwhile`,
    );
    stopStreams.abort();
    await app.stop();
    await redis.stop();
  },
);
