import { probe } from '@kith/db/testing';
import * as domain from '@kith/domain';
import { it } from 'vitest';
import { castForFile } from '../testing/forFile.ts';
import { openChat } from '../testing/actions.ts';

const { server, sql, alice, bob, carol } = await castForFile({ RATE_LIMIT: 'off' });
const ctx = server.deps.domain;
const run = (t: string, v: unknown[] = []) => probe(ctx.db, t, v);
it('perf', { timeout: 300_000 }, async () => {
  await run(`insert into users (user_name, email, identity_uid, auth_provider, password_hash)
    select 'member' || i, 'm' || i || '@kith.test', 'uid-' || i, 'email', '-' from generate_series(1, 1500) i`);
  const ids = (await sql(`select id::int from users where user_name like 'member%' order by id`)).map(({ id }: { id: string }) => Number(id));
  const a = { userId: alice.userId } as never, b = { userId: bob.userId } as never;
  for (const id of ids.slice(0, 200)) await domain.sendMessage(ctx, { userId: id } as never, { senderId: id, receiverId: alice.userId, content: 'hi' });
  for (const id of ids.slice(0, 400)) await (domain as any).follow(ctx, a, { followerId: alice.userId, followedId: id } as never);
  const chatId = await openChat(alice, [bob]);
  const group = await openChat(alice, [bob, carol]);
  for (let i = 0; i < 60; i++) await domain.sendMessage(ctx, i % 2 ? a : b, { senderId: i % 2 ? alice.userId : bob.userId, receiverId: i % 2 ? bob.userId : alice.userId, content: 'words of it' });
  await run('analyze');
  const cases: Record<string, (i: number) => Promise<unknown>> = {
    send: () => domain.sendMessage(ctx, a, { senderId: alice.userId, receiverId: bob.userId, content: 'A message' }),
    sendByChat: () => domain.sendToChat(ctx, a, { chatId, content: 'A message' }),
    sendGroup: () => domain.sendToChat(ctx, a, { chatId: group, content: 'A message' }),
    list: () => domain.listChats(ctx, a, { limit: 50 }),
    contacts: () => domain.listContacts(ctx, a, { limit: 20 }),
    page: () => domain.listChatMessages(ctx, a, { chatId, limit: 40 }),
    pageWith: () => domain.listConversation(ctx, a, { withUserId: bob.userId, limit: 20 }),
    pageGroup: () => domain.listChatMessages(ctx, a, { chatId: group, limit: 40 }),
    unread: () => domain.countUnreadMessages(ctx, a),
    markRead: async (i) => domain.markConversationRead(ctx, b, { withUserId: alice.userId }),
    follow: (i) => (domain as any).follow(ctx, b, { followerId: bob.userId, followedId: ids[i] } as never),
    unfollow: (i) => (domain as any).unfollow(ctx, b, { followerId: bob.userId, followedId: ids[i] } as never),
  };
  for (const [name, work] of Object.entries(cases)) {
    const took: number[] = [];
    for (let i = 0; i < 400; i++) {
      const t = performance.now();
      await work(i);
      took.push(performance.now() - t);
    }
    took.sort((x, y) => x - y);
    console.log(`PERF ${name} p50 ${took[200]?.toFixed(3)} p20 ${took[80]?.toFixed(3)}`);
  }
});
