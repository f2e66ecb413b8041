import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';

/** The password of every member that tests create. */
export const memberPassword = 'friends1!';

/** A hash of `memberPassword` that costs next to nothing to verify: argon2 verifies with the parameters in the hash. */
const passwordHash = '$argon2id$v=19$m=8,t=1,p=1$oOg3PYtU2s1dyWuYB1TLEQ$jtu+HRSS56w/uWI0N604PhLHfyRfjmGwXwFDXj/A7ME';

const insert = `with founded as (
  insert into founding (one) select true
  where $8::boolean and not exists (select from founding)
    and not exists (select from users where email_confirmed and deleted_at is null)
  on conflict do nothing returning one
), made as (
  insert into users (user_name, email, identity_uid, auth_provider, password_hash, newcomer, email_confirmed, moderator, host)
  select $1, $2, $3, 'email', $4, $7, $8, f.yes, f.yes from (select exists (select from founded) as yes) f
  returning id
), logged as (
  insert into host_log (action, member_id) select 'host-appointed', id from made where exists (select from founded)
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
 * password, which takes most of their time. The first member of a database with a confirmed address becomes the host.
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
