import type { AppRouter } from '@kith/trpc';
import type { inferRouterOutputs } from '@trpc/server';

type Outputs = inferRouterOutputs<AppRouter>;
type Procedures = AppRouter['_def']['record'];

/** The names of the queries, such as `posts.byId`, whose responses match `Response`. */
export type QueriesOf<Response> = {
  [N in keyof Procedures & string]: {
    [P in keyof Procedures[N] & string]: Procedures[N][P] extends { _def: { type: 'query' } }
      ? Outputs[N & keyof Outputs][P & keyof Outputs[N & keyof Outputs]] extends Response
        ? `${N}.${P}`
        : never
      : never;
  }[keyof Procedures[N] & string];
}[keyof Procedures & string];

export type PostView = Outputs['posts']['byId'];
export type PostPage = Outputs['posts']['list'];
export type ChatPage = Outputs['chats']['list'];
export type Poll = NonNullable<PostView['poll']>;
export type LinkPreview = PostView['links'][number];
export type PictureOfPost = PostView['images'][number];
export type EventView = NonNullable<PostView['event']>;
export type EventAnswer = NonNullable<EventView['mine']>;
export type CommentView = Outputs['comments']['list']['items'][number];
export type NotificationView = Outputs['notifications']['list']['items'][number];
export type UserProfile = Outputs['users']['byName'];
export type UserListItem = Outputs['users']['search']['items'][number];
export type Session = Outputs['auth']['session'];
export type ModerationCase = Outputs['moderation']['cases']['items'][number];
export type ModerationEntry = Outputs['moderation']['log']['items'][number];
export type OwnUser = Session['user'];

/** A member as cards and lists show it. */
export interface Member {
  userId: number;
  userName: string;
  /** Null without one. */
  displayName: string | null;
  profilePicture: string | null;
}

export type FollowState = UserListItem['followState'];
export type Visibility = UserListItem['visibility'];
