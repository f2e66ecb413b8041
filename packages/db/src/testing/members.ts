import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';

/** The password of every member that tests create. */
export const memberPassword = 'friends1!';

/** A hash of `memberPassword` that costs next to nothing to verify: argon2 verifies with the parameters in the hash. */
const passwordHash = '$argon2id$v=19$m=8,t=1,p=1$oOg3PYtU2s1dyWuYB1TLEQ$jtu+HRSS56w/uWI0N604PhLHfyRfjmGwXwFDXj/A7ME';

const insert = `with founded as (
  insert into founding (one) select true where not exists (select from users) on conflict do nothing returning one
), made as (
  insert into users (user_name, email, identity_uid, auth_provider, password_hash, newcomer, email_confirmed, moderator)
  select $1, $2, $3, 'email', $4, $7, $8, exists (select from founded)
  returning id
), started as (
  insert into sessions (id, user_id, device, expires_at, reauthenticated_at)
  select $5, id, $9, now() + interval '30 days', now() from made
), known as (
  insert into known_devices (user_id, token_hash, expires_at) select id, $6, now() + interval '365 days' from made
)
select id, record_webhooks(null, 'user.created', id) from made`;

interface InsertedMember {
  userId: number;
  uid: string;
  /** The token of the member's session. */
  token: string;
  /** The token by which the account knows the member's browser. */
  device: string;
}

interface MemberOptions {
  email?: string;
  /** Whether the web app shows its first steps to the member. */
  newcomer?: boolean;
  emailConfirmed?: boolean;
  /** The user agent of the session. */
  userAgent?: string;
}

const newToken = () => randomBytes(32).toString('base64url');
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * Inserts a member who is signed in, with the same rows as a sign-up and a log-in through the API, but without hashing a
 * password, which takes most of their time. The first member of a database becomes a moderator, as on a server for development.
 */
export async function insertMember(
  { pool }: { pool: Pick<pg.ClientBase, 'query'> },
  userName: string,
  { email = `${userName}@kith.test`, newcomer = true, emailConfirmed = true, userAgent = '' }: MemberOptions = {},
): Promise<InsertedMember> {
  const uid = `kith-${randomBytes(14).toString('hex')}`;
  const [token, device] = [newToken(), newToken()];
  const values = [
    userName,
    email,
    uid,
    passwordHash,
    hashOf(token),
    hashOf(device),
    newcomer,
    emailConfirmed,
    userAgent,
  ];
  const { rows } = await pool.query<{ id: number | string }>(insert, values);
  return { userId: Number(rows[0]?.id), uid, token, device };
}
