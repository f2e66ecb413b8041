import { ToggleQueue } from './toggleQueue.ts';

interface Options {
  /** Names the thing toggled, so that every button for it shares one queue. */
  key: string;
  /** The state that the cache shows when nothing is under way. */
  value: boolean;
  send: (wish: boolean) => Promise<boolean>;
  /** Told at once, before the server answers. */
  onWish: (wish: boolean) => void;
  onSettled: (confirmed: boolean, error: unknown) => void;
}

const running = new Map<string, ToggleQueue>();

/** A toggle that answers at once and sends only the last wish. */
export function useToggleMutationQueue({ key, value, send, onWish, onSettled }: Options) {
  return (wish: boolean) => {
    let queue = running.get(key);
    if (!queue) {
      queue = new ToggleQueue(value, send, (confirmed, error) => {
        running.delete(key);
        onSettled(confirmed, error);
      });
      running.set(key, queue);
    }
    onWish(wish);
    void queue.want(wish);
  };
}

/** Whether a toggle is under way, so that news from elsewhere about it can wait for its end. */
export const isToggling = (key: string): boolean => running.has(key);
