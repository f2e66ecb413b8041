import type { ShownMessage } from './types.ts';

export interface Group {
  key: string;
  mine: boolean;
  messages: ShownMessage[];
}

export interface Day {
  key: string;
  createdAt: string;
  groups: Group[];
}

const minuteOf = (message: ShownMessage): number => Math.floor(Date.parse(message.createdAt) / 60_000);

/** Messages, oldest first, by day of the reader's calendar, and within it by sender and minute. */
export function groupMessages(messages: ShownMessage[]): Day[] {
  const days: Day[] = [];
  let last: ShownMessage | undefined;
  for (const message of messages) {
    const dayKey = new Date(message.createdAt).toDateString();
    let day = days.at(-1);
    if (day?.key !== dayKey) {
      day = { key: dayKey, createdAt: message.createdAt, groups: [] };
      days.push(day);
      last = undefined;
    }
    const group = day.groups.at(-1);
    if (group && last?.mine === message.mine && minuteOf(last) === minuteOf(message)) group.messages.push(message);
    else day.groups.push({ key: message.key, mine: message.mine, messages: [message] });
    last = message;
  }
  return days;
}
