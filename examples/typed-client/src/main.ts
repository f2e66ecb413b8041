import { createHash } from 'node:crypto';
import { greetFollowers } from './greetFollowers.ts';

const [origin, identifier, password, greeting = 'Thanks for following!'] = process.argv.slice(2);
if (!origin || !identifier || !password) throw new Error('Give the server, a username, its password and a greeting.');

/** Returns a message id that depends only on follower and greeting, so that a second run sends no message twice. */
const idOf = (userId: number) => {
  const hex = createHash('sha256').update(`${greeting}\0${userId}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const greeted = await greetFollowers(origin, identifier, password, greeting, idOf);
process.stdout.write(`${greeted} greeted\n`);
