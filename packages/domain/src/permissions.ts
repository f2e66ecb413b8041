import type { Actor } from './context.ts';
import { Refusal } from './errors.ts';

/** A call that acts as somebody must name its caller. */
export function actAs(actor: Actor, userId: number): void {
  if (actor.userId !== userId) throw new Refusal('forbidden');
}
