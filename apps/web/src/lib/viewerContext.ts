import { createContext, useContext } from 'react';
import type { OwnUser } from './types.ts';

/** The signed-in member. It is a context, because a query in each component that needs it would slow the first screen. */
export const ViewerContext = createContext<OwnUser | undefined>(undefined);

/** Returns the signed-in member. Usable only below the protected layout, which loads the session before it renders. */
export function useViewer(): OwnUser {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error('No session below the protected layout');
  return viewer;
}
