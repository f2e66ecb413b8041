import { useEffect, useState } from 'react';
import { onLive } from '../../lib/live.ts';

const lasts = 4_000;

/** Whether this person is writing to the viewer just now. */
export function useTyping(userId: number): boolean {
  const [typing, setTyping] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      clearTimeout(timer);
      setTyping(false);
    };
    const off = [
      onLive('message.typing', ({ senderId }) => {
        if (senderId !== userId) return;
        clearTimeout(timer);
        timer = setTimeout(rest, lasts);
        setTyping(true);
      }),
      onLive('message.sent', ({ message }) => message.sender.userId === userId && rest()),
    ];
    return () => {
      rest();
      for (const stop of off) stop();
    };
  }, [userId]);
  return typing;
}
