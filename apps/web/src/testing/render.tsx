import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cleanup, render } from 'vitest-browser-react';
import { queryClient } from '../lib/queryClient.ts';
import { trpc } from '../lib/trpc.ts';
import type { OwnUser } from '../lib/types.ts';
import { ViewerContext } from '../lib/viewerContext.ts';
import { Toaster } from '../ui/toast.tsx';
import { type Answers, api, setAnswers } from './answers.ts';

/** The member who looks at the component. */
export const alice: OwnUser = {
  userId: 1,
  userName: 'alice',
  displayName: null,
  bio: '',
  links: [],
  profilePicture: null,
  email: 'alice@kith.example',
  emailConfirmed: true,
  firebaseUid: 'alice-uid',
  authProvider: 'email',
  messagesFrom: 'everyone',
  publicPages: 'shown',
  birthday: null,
  birthdayFor: 'friends',
  timeZone: null,
  moderator: false,
  host: false,
  newcomer: false,
  feedReadAt: null,
  visibility: 'public',
  createdAt: '2026-01-01T00:00:00.000Z',
} as never as OwnUser;

interface Options {
  answers?: Answers;
  viewer?: Partial<OwnUser>;
  /** The address of the page around the component, with its search parameters. */
  at?: string;
}

/**
 * Renders a component as on a page of the app: with a router, the signed-in member, toasts, and a server that answers from
 * `answers`. `router.state.location` tells where a link or a popup has led. Takes the place of what the test rendered before.
 */
export async function renderOnPage(component: ReactNode, { answers = {}, viewer, at = '/home' }: Options = {}) {
  await cleanup();
  queryClient.clear();
  setAnswers(answers);
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: '$', component: () => component });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  const screen = await render(
    <trpc.Provider client={api} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <ViewerContext value={{ ...alice, ...viewer }}>
          <RouterProvider router={router as never} />
          <Toaster />
        </ViewerContext>
      </QueryClientProvider>
    </trpc.Provider>,
  );
  return { screen, router };
}
