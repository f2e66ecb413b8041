import type { LiveEvent } from '@kith/domain';

/** Splits an event into JSON texts of at most `limit` bytes, each with some of the recipients. */
export function splitEvent(event: LiveEvent, limit: number): string[] {
  const text = JSON.stringify(event);
  if (Buffer.byteLength(text) <= limit) return [text];
  const { to } = event;
  if (!to || to.length < 2) throw new RangeError(`The live event ${event.name} is over ${limit} bytes: send ids only.`);
  const middle = to.length >> 1;
  return [
    ...splitEvent({ ...event, to: to.slice(0, middle) }, limit),
    ...splitEvent({ ...event, to: to.slice(middle) }, limit),
  ];
}
