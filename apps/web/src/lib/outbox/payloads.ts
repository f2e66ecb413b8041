import type { EventAnswer, EventView, MessageView, PollInput, PollView } from '@kith/contracts';

/** What is sent with a text about its first link, and what the text shows until it is sent. */
export interface WrittenLink {
  /** False if the author has taken the preview away. */
  preview?: false;
  links?: MessageView['links'];
}

/** A poll that is being written. */
export interface PollDraft {
  options: string[];
  multiple: boolean;
  named: boolean;
  /** When the poll closes: `never`, after a `day` or a `week`, or at the end of a date such as `2027-01-31`. */
  closes: string;
}

/** What is sent for a poll, and the poll as its text shows it until then. */
export interface WrittenPoll {
  input: PollInput;
  view: PollView;
}

/** What a member enters about an event, as the clock of its time zone shows it. */
export interface EventDraft {
  date: string;
  time: string;
  end?: { date: string; time: string } | undefined;
  allDay: boolean;
  place: string;
  timeZone: string;
  /** Set only for an event that was published. */
  cancelled?: boolean;
}

/**
 * The contents of an outbox entry, by kind. An entry for a toggle, such as a like, holds the last requested state. Entries of
 * other kinds hold what the member wrote.
 */
export interface OutboxPayloads {
  like: { postId: number; liked: boolean };
  vote: { pollId: number; optionIds: number[] };
  answer: { postId: number; answer: EventAnswer | null };
  follow: { userId: number; name: string; following: boolean };
  comment: { postId: number; parentId?: number | null; content: string; createdAt: string } & WrittenLink;
  post: {
    draft: {
      text: string;
      people: string;
      location: string;
      hashtags: string;
      audience?: 'public' | 'friends' | 'close' | 'private';
      audienceFrozen?: boolean;
      comments?: 'everyone' | 'friends' | 'nobody';
      expiry?: string;
      /** The link whose preview the author has taken away. */
      withoutPreview?: string | undefined;
      event?: EventDraft | undefined;
      poll?: PollDraft | undefined;
      album?: boolean | undefined;
    };
    links?: WrittenLink['links'];
    /** The event, as the post's card shows it until it is sent. */
    event?: EventView | null;
    poll?: WrittenPoll;
    createdAt: string;
    /** The number of pictures, which are stored separately under the entry's id. */
    pictures: number;
    /** Set until the videos among the pictures are prepared. */
    unprepared?: boolean | undefined;
    /** Set if the text is already published, so that only pictures are waiting. */
    postId?: number | undefined;
    /** Whether the pictures are added to a post that was published earlier. */
    edited?: boolean;
  };
  message: {
    /** The user id of the other member, for a direct chat. */
    receiverId?: number | undefined;
    /** The id of the group, for a group chat. */
    chatId?: number | undefined;
    content: string;
    createdAt: string;
    /** Whether the message has a picture or a video, which is stored separately under the entry's id. */
    pictured?: boolean;
    /** Whether what is stored is a video. */
    video?: boolean;
    /** Set for a voice message, whose sound is stored separately under the entry's id. */
    voice?: { durationMs: number; peaks: number[] } | undefined;
    /** The id of a post that the message sends into the chat. */
    postId?: number;
    /** A poll, whose question is `content`. */
    poll?: WrittenPoll;
    /** The message that this message replies to, as shown in the quote. */
    quote?: NonNullable<MessageView['replyTo']>;
  } & WrittenLink;
}

export type OutboxKind = keyof OutboxPayloads;

/**
 * The beginning of the Cache Storage keys under which the service worker stores the payloads of replies that it could not send;
 * each key ends with the client id. The service worker imports this file, which must therefore import no code of the page.
 */
export const repliesPath = '/stored/replies/';
