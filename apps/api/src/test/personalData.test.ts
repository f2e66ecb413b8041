import { personalData } from '@kith/db';
import { probe } from '@kith/db/testing';
import {
  eraseUser,
  type Job,
  recountCounters,
  removeArchive,
  removeExport,
  removeImages,
  removeUploadParts,
} from '@kith/domain';
import { expect, it } from 'vitest';
import { publish } from '../testing/actions.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAndIn } from '../testing/testApp.ts';
import { upload } from '../testing/uploads.ts';

type Row = Record<string, unknown>;

const { server, bob, carol } = await castForFile();

/** The rows of every table by primary key. */
async function readAllRows(): Promise<Map<string, { table: string; row: Row }>> {
  const { rows: keys } = await probe(
    server.deps.domain.db,
    `select c.relname as table, array_agg(a.attname::text) as columns from pg_index i join pg_class c on c.oid = i.indrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
     where i.indisprimary and c.relnamespace = 'public'::regnamespace group by 1`,
  );
  const found = new Map<string, { table: string; row: Row }>();
  for (const { table, columns } of keys) {
    const { rows } = await probe(server.deps.domain.db, `select to_jsonb(t) as row from ${table} t`);
    for (const { row } of rows)
      found.set(`${table} ${columns.map((column: string) => row[column]).join(' ')}`, { table, row });
  }
  return found;
}

/** The text columns of a profile: columns of a user that are both exported and erased, except those that every account has. */
const profileTexts = `search_name ${personalData.users?.both}`
  .split(' ')
  .filter((column) => !/^(?:user_name|email|birth\w+|\w+_count)$/.test(column));

/**
 * Statements that insert rows with data of member $1 into each table. $2 and $3 are two other members, and $4 is a post of $2.
 */
const createPersonalData = [
  `update users set inviter_id = $2, birth_month = 5, birth_day = 3, birthday_for = 'nobody' where id = $1`,
  `insert into posts (author_id, caption, audience) values ($1, 'mine', 'public'), ($1, 'mine, too', 'friends')`,
  `insert into images (owner_id, kind, post_id, key) select $1, 'post', max(id), 'key-of-mine' from posts where author_id = $1`,
  `insert into post_words (post_id, word, author_id) select id, 'mine', author_id from posts where author_id = $1`,
  `insert into likes (user_id, post_id) values ($1, $4)`,
  `insert into comments (author_id, post_id, content) values ($1, $4, 'mine')`,
  `insert into bookmarks (user_id, post_id) values ($1, $4)`,
  `insert into events (post_id, starts_at, ends_at, time_zone, place, cancelled_at)
   select max(id), now(), now() + interval '1 hour', 'UTC', 'mine', now() from posts where author_id = $1`,
  `insert into event_answers (post_id, user_id, answer) values ($4, $1, 'yes')`,
  `insert into calendar_feeds (user_id, token_hash) values ($1, 'hash')`,
  `, poll as (insert into polls (post_id, voters_count) values ($4, 1) returning id),
     option as (insert into poll_options (poll_id, position, text, votes_count) select id, 0, 'theirs', 1 from poll returning id)
   insert into poll_votes (option_id, user_id) select id, $1 from option`,
  `insert into comment_likes (user_id, comment_id) select $1, max(id) from comments`,
  `insert into follows (follower_id, followed_id) values ($1, $2), ($2, $1)`,
  `insert into follow_requests (follower_id, followed_id) values ($1, $3)`,
  `insert into blocks (blocker_id, blocked_id) values ($1, $3)`,
  `insert into mutes (muter_id, muted_id, until) values ($1, $3, 'infinity')`,
  `insert into close_friends (owner_id, friend_id) values ($1, $2), ($2, $1)`,
  `insert into feed_entries (user_id, created_at, post_id, author_id) select $1, created_at, id, author_id from posts where id = $4`,
  `, opened as (
     insert into chats (kind, lower_id, higher_id) values ('direct', least($1::bigint, $2), greatest($1::bigint, $2)) returning id
   )
   insert into messages (sender_id, receiver_id, chat_id, content, client_id, read_at)
   select $1, $2, id, 'mine', gen_random_uuid(), now() from opened
   union all select $2, $1, id, 'theirs', null, null from opened`,
  `, shown as (insert into link_previews (user_id, url, title, description, site_name, image_id, read_at)
     select $1, 'https://mine.kith.test/', 'mine', 'mine', 'mine', max(id), now() from images where owner_id = $1 returning id)
   update messages set link_preview_id = shown.id from shown where sender_id = $1`,
  `insert into message_reactions (message_id, user_id, emoji) select max(id), $1, '👍' from messages`,
  `, made as (insert into chats (kind, name, maker_id) values ('group', 'ours', $1) returning id)
   insert into memberships (chat_id, user_id, muted_until, pinned_at) select made.id, x.id, now(), now() from made, (values ($1::bigint), ($2)) x (id)`,
  `insert into messages (sender_id, chat_id, content, link_preview_id)
   select $1, max(id), 'mine in a group', (select max(id) from link_previews) from chats`,
  `insert into notifications (recipient_id, kind, post_id, day, actors_count) values ($1, 'like', $4, now(), 1)`,
  `insert into notification_events (notification_id, recipient_id, kind, actor_id, post_id)
   select id, $1, 'like', $2, $4 from notifications where recipient_id = $1 limit 1`,
  `insert into notification_settings (user_id) values ($1)`,
  `insert into tokens (user_id, token_hash, name, scopes, last_used_at, expires_at)
   values ($1, 'hash', 'mine', '{read}', now(), now() + interval '1 day')`,
  `insert into bio_words (user_id, word) values ($1, 'mine')`,
  `insert into profile_links (user_id, url, position, verified_at) values ($1, 'https://mine.kith.test/', 1, now())`,
  `insert into webhooks (user_id, url, secret, succeeded_at, off_since, off_reason, mailed_at)
   values ($1, 'https://hook.kith.test/mine', 'encrypted', now(), now(), 'gone', now())`,
  `insert into webhook_deliveries (webhook_id, event, subject_id, status, answered_at)
   select id, 'webhook.test', 0, 200, now() from webhooks where user_id = $1`,
  `insert into second_factors (user_id, secret, confirmed_at, last_step) values ($1, 'encrypted', now(), 1)`,
  `insert into recovery_codes (user_id, code_hash) values ($1, 'hash')`,
  `insert into log_in_challenges (token_hash, user_id, proven_at, expires_at) values ('hash', $1, now(), now() + interval '1 day')`,
  `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, last_used_at) values ($1, 'id', 'key', 1, '{usb}', 'mine', now())`,
  `insert into passkey_challenges (challenge_hash, user_id, expires_at) values ('hash', $1, now() + interval '1 day')`,
  `insert into sign_in_notices (user_id, session_id, device_hash, device, code_hash, email) values ($1, 'hash', 'hash', 'mine', 'hash', 'a@b.cd')`,
  `insert into known_devices (user_id, token_hash, expires_at) values ($1, 'hash', now() + interval '1 day')`,
  `insert into password_resets (code_hash, user_id, email, expires_at) values ('hash', $1, 'a@b.cd', now() + interval '1 day')`,
  `insert into email_confirmations (code_hash, user_id, email, expires_at) values ('hash', $1, 'a@b.cd', now() + interval '1 day')`,
  `insert into federated_identities (uid, issuer, subject, email, user_id) values ('uid', 'issuer', 'subject', 'a@b.cd', $1)`,
  `insert into pending_sign_ins (token_hash, uid, expires_at) values ('hash', 'uid', now() + interval '1 day')`,
  `insert into exports (user_id, key) values ($1, 'key-of-export')`,
  `insert into uploads (user_id, key, size, received, part_names) values ($1, 'key-of-upload', 9, 9, '{part}')`,
  `insert into imports (user_id, key, size, source, audience) values ($1, 'key-of-import', 9, 'kith', 'private')`,
  `insert into import_items (import_id, what, post) select id, 'mine', '{}' from imports where user_id = $1`,
  `insert into import_items (import_id, what, why) select id, 'mine', 'boost' from imports where user_id = $1`,
  `insert into import_gaps (import_id, post) select id, '{}' from imports where user_id = $1`,
  `insert into invitations (code_hash, inviter_id, uses, uses_left, expires_at) values ('hash', $1, 1, 1, now() + interval '1 day')`,
  `insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, language)
   select id, $1, 'https://push.kith.test/mine', 'key', 'auth', 'pl' from sessions where user_id = $1`,
  `insert into push_sent (session_id, tag, position) select session_id, 'tag', 1 from push_subscriptions where user_id = $1`,
  `insert into cases (kind, subject_id, author_id, snapshot) values ('user', $1, $1, '{"text": "mine"}')`,
  `insert into reports (case_id, reporter_id, kind, subject_id, reason, words) select max(id), $1, 'user', $2, 'spam', 'mine' from cases`,
  `insert into moderation_log (case_id, moderator_id, action, note) select max(id), $1, 'dismissed', 'mine' from cases`,
  `update users set ${profileTexts.map((column) => `${column} = 'mine'`)}, language = 'pl', last_seen_on = now() where id = $1`,
];

it('a deleted account is erased column by column, as the table of personal data says', async () => {
  const { db } = server.deps.domain;
  const postId = await publish(bob, 'of Bob');
  const before = await readAllRows();
  const dora = await signUpAndIn(server.app, 'dora');
  const parameters = [dora.userId, bob.userId, carol.userId, postId];
  for (const sql of createPersonalData) {
    const used = parameters.map((_, i) => `$${i + 1}::bigint`).join(', ');
    await probe(db, `with used as (select ${used}) ${sql}`, parameters);
  }
  await recountCounters(server.deps.domain);
  const full = await readAllRows();
  expect((await dora.delete(`/users/${dora.userId}`)).status).toBe(200);
  await eraseUser(server.deps.domain, { userId: dora.userId });
  const left = await readAllRows();

  const wrong: string[] = [];
  const found = new Set<string>();
  for (const [key, { table, row }] of full) {
    const { owner, both = '', exported = '', erased = '', neither = '' } = personalData[table] ?? {};
    if (before.has(key) || (owner && row[owner] !== dora.userId)) continue;
    found.add(table);
    const kept = left.get(key)?.row;
    for (const column of `${both} ${erased}`.split(' ').filter(Boolean))
      if (kept && (row[column] === null || JSON.stringify(kept[column]) === JSON.stringify(row[column])))
        wrong.push(`${table}.${column} is still ${JSON.stringify(kept[column])}`);
    if (!kept && (exported || neither)) wrong.push(`${table}.${exported || neither} is gone, and not called erased`);
  }
  expect(wrong).toEqual([]);
  const holding = Object.entries(personalData).filter(([, { both, erased }]) => both || erased);
  expect([...found]).toEqual(expect.arrayContaining(holding.map(([table]) => table)));
}, 60_000);

it('a deleted account leaves no file, as soon as the recorded jobs have run', async () => {
  const { domain } = server.deps;
  const filesLeft = async () => {
    const keys = [];
    for (const folder of ['exports/', 'imports/', 'media/', 'originals/', 'uploads/'])
      for await (const { key } of domain.storage.list(folder)) keys.push(key);
    return keys.sort();
  };
  const before = await filesLeft();
  const jobs: Job[] = [];
  domain.queue.add = async (added) => void jobs.push(...(added as Job[]));
  const erin = await signUpAndIn(server.app, 'erin');
  for (const sql of [
    `insert into exports (user_id, key, status, bytes) values ($1, 'export-of-erin', 'ready', 1)`,
    `insert into imports (user_id, key, size, source, audience) values ($1, 'import-of-erin', 9, 'kith', 'private')`,
    `insert into uploads (user_id, key, size) values ($1, 'upload-of-erin', 9)`,
    `insert into images (owner_id, kind, key) values ($1, 'profile', 'image-of-erin')`,
  ])
    await probe(domain.db, sql, [erin.userId]);
  for (const key of [
    'exports/export-of-erin/kith.zip',
    'imports/import-of-erin/0',
    'media/image-of-erin/320.webp',
    'originals/image-of-erin/original',
    'uploads/upload-of-erin/0/part',
  ])
    await domain.storage.put(key, Buffer.from('mine'), 'application/octet-stream');
  expect((await erin.delete(`/users/${erin.userId}`)).status).toBe(200);
  await eraseUser(domain, { userId: erin.userId });
  for (const { name, payload } of jobs) {
    if (name === 'exports.remove') await removeExport(domain, payload);
    if (name === 'imports.remove') await removeArchive(domain, payload);
    if (name === 'uploads.remove') await removeUploadParts(domain, payload);
    if (name === 'images.remove') await removeImages(domain, payload.keys);
  }
  expect(await filesLeft()).toEqual(before);
});

it.each([
  ['profile', ({ userId }: Person) => `/users/${userId}/profile-picture`],
  ['post', async (who: Person) => `/posts/${await publish(who, 'a post')}/image`],
] as const)('an account that is deleted while a picture of its %s arrives leaves no file', async (name, pathOf) => {
  const { storage } = server.deps.domain;
  const frida = await signUpAndIn(server.app, `frida.${name}`);
  const path = await pathOf(frida);
  const { put } = storage;
  const stored: string[] = [];
  storage.put = async (key, ...given) => {
    await put.call(storage, key, ...given);
    stored.push(key);
    await frida.delete(`/users/${frida.userId}`);
  };
  await upload(frida, path);
  storage.put = put;
  expect(stored).toEqual([expect.stringMatching(/^originals\//)]);
  for (const key of stored) expect(await storage.read(key)).toBeNull();
});
