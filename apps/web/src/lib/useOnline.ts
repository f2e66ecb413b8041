import { useSyncExternalStore } from 'react';
import { isConnected, watchConnection } from './connection.ts';

/** Whether the server can be reached; a browser that is online may still have lost it. */
export const useOnline = (): boolean => useSyncExternalStore(watchConnection, isConnected);
