import { memo } from 'react';
import type { Day } from './groups.ts';
import { MessageGroup } from './MessageGroup.tsx';
import { dayLabel } from './times.ts';

interface Props {
  name: string;
  days: Day[];
}

export const MessageDays = memo(function MessageDays({ name, days }: Props) {
  return days.map(({ key, createdAt, groups }) => (
    <section key={key} aria-label={dayLabel(createdAt)}>
      <p aria-hidden className="py-4 text-center text-13 font-medium text-soft [overflow-anchor:none]">
        {dayLabel(createdAt)}
      </p>
      {groups.map((group) => (
        <MessageGroup key={group.key} name={name} mine={group.mine} messages={group.messages} />
      ))}
    </section>
  ));
});
