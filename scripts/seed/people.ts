import { User } from '@kith/db';
import { type Actor, type Context, follow, profilePicture, signUp, updateUser } from '@kith/domain';
import { pictureOf } from './pictures.ts';
import { progress } from './progress.ts';
import { chance } from './random.ts';
import { type Person, people } from './stories.ts';

/** The demo members by username, each as the actor who performs their operations. */
export type Cast = ReadonlyMap<string, Actor>;

/** How long before the seeding the demo members joined, in milliseconds, so that they were there when the others mentioned them. */
const joinedBefore = 30 * 86_400_000;

/** Creates the demo members with this password, bios, pictures and follows. Does not change existing members. */
export async function seedPeople(ctx: Context, password: string): Promise<Cast> {
  const cast = new Map<string, Actor>();
  const report = progress('People', people.length);
  for (const person of people) {
    const actor = await findOrSignUp(ctx, person, password);
    cast.set(person.userName, actor);
    const user = await ctx.db.em().findOneOrFail(User, { id: actor.userId });
    const { displayName, bio } = person;
    if (!user.bio) await updateUser(ctx, actor, { userId: actor.userId, displayName, bio });
    if (!user.pictureKey) {
      await profilePicture.attach(
        ctx,
        actor,
        { userId: actor.userId },
        await pictureOf(`portrait-${person.userName}.webp`),
      );
    }
    report(cast.size);
  }
  await seedFollows(ctx, cast);
  return cast;
}

/** Returns when the last demo member was seeded. Seeded dates are relative to this time, so that seeding again changes no dates. */
export async function firstSeeding(ctx: Context, cast: Cast): Promise<Date> {
  const ids = [...cast.values()].map(({ userId }) => userId);
  const [user] = await ctx.db.em().find(User, { id: { $in: ids } }, { orderBy: { createdAt: 'desc' }, limit: 1 });
  return user ? new Date(user.createdAt.getTime() + joinedBefore) : new Date();
}

async function findOrSignUp(ctx: Context, { userName, language }: Person, password: string): Promise<Actor> {
  const found = await ctx.db.em().findOne(User, { userName });
  const email = `${userName}@kith.example`;
  const sessionId = 'seed';
  if (found) return { userId: found.id, sessionId, reauthenticatedAt: null };
  // Seeded members get no confirmation mail, and skip the introduction for new members.
  const quiet = { ...ctx, settings: { ...ctx.settings, confirmEmail: false } };
  const { userId } = await signUp(quiet, { userName, email, password, language });
  const actor = { userId, sessionId, reauthenticatedAt: null };
  await updateUser(ctx, actor, { userId, newcomer: false });
  await ctx.db.em().nativeUpdate(User, { id: userId }, { createdAt: new Date(Date.now() - joinedBefore) });
  return actor;
}

/** Makes every demo member follow all who speak the same language, and some of the others. */
async function seedFollows(ctx: Context, cast: Cast): Promise<void> {
  const luck = chance(7);
  for (const one of people) {
    for (const other of people) {
      const meets = luck() < 0.45;
      if (one === other || (one.language !== other.language && !meets)) continue;
      const [follower, followed] = [cast.get(one.userName), cast.get(other.userName)];
      if (!follower || !followed) continue;
      await follow(ctx, follower, { followerId: follower.userId, followedId: followed.userId });
    }
  }
}
