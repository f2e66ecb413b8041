/** What may wait for a connection, by kind. Toggles hold the last wish; the rest holds what the member wrote. */
export interface OutboxPayloads {
  like: { postId: number; liked: boolean };
  follow: { userId: number; userName: string; following: boolean };
  comment: { postId: number; content: string; createdAt: string };
  post: {
    draft: { text: string; people: string; location: string; hashtags: string };
    createdAt: string;
    /** Its picture is kept beside the outbox, under the entry's id. */
    pictured: boolean;
    /** The words are out already and only the picture waits. */
    postId?: number | undefined;
  };
}

export type OutboxKind = keyof OutboxPayloads;

/** `id` names a toggle, so that a new wish takes the place of the old; for the rest it is the client id of the write. */
export type OutboxEntry<K extends OutboxKind = OutboxKind> = {
  [N in K]: { id: string; kind: N; payload: OutboxPayloads[N] };
}[K];

/** `send` is called until it settles; a refusal of the server, which no retry would change, goes to `refused`. */
export type OutboxHandlers = {
  [N in OutboxKind]: {
    send: (payload: OutboxPayloads[N], id: string) => Promise<void>;
    refused: (payload: OutboxPayloads[N], error: unknown, id: string) => void;
  };
};
