import { Fragment } from 'react';
import { useTranslation } from '../../i18n/useTranslation.ts';
import type { Notification } from './types.ts';

// Signs that no name can hold mark where the names go, so that each language keeps its own word order.
const first = '\u0001';
const second = '\u0002';

/** Who did what, the names in bold. */
export function Sentence({ notification }: { notification: Notification }) {
  const { t } = useTranslation();
  const { kind, actors, actorsCount } = notification;
  const [one, two] = actors;
  const others = Math.max(actorsCount, actors.length) - 1;
  const text =
    others <= 0
      ? t(`notifications.${kind}One`, { name: first })
      : others === 1 && two
        ? t(`notifications.${kind}Two`, { name: first, other: second })
        : t(`notifications.${kind}More`, { name: first, count: others });
  const names: Record<string, string | undefined> = { [first]: one?.userName, [second]: two?.userName };
  const parts = text.split(new RegExp(`([${first}${second}])`));
  return parts.map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change their order.
    return <Fragment key={index}>{part in names ? <strong>{names[part]}</strong> : part}</Fragment>;
  });
}
