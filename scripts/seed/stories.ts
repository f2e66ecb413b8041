import { readFileSync } from 'node:fs';

/** A post of the demo community. The pictures are names of files in the folder `pictures`. */
export interface Story {
  text: string;
  place: string | undefined;
  pictures: string[];
  hoursAgo: number;
  comments: { userName: string; text: string }[];
}

export interface Person {
  userName: string;
  /** Empty for a member without a display name. */
  displayName: string;
  bio: string;
  language: 'en' | 'es' | 'pl';
  stories: Story[];
}

export interface Conversation {
  between: [string, string];
  /** How many hours before the seeding the conversation ended. */
  hoursAgo: number;
  /** The messages of the two members in turn, each a list of lines. A number is a pause in hours. */
  turns: (string[] | number)[];
}

/** The password of all seeded members. */
export const password = 'friends1!';

const read = (name: string): string => readFileSync(new URL(`stories/${name}.md`, import.meta.url), 'utf8');
const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);
/** Parses a line such as `nora.field: Soup on Thursday?`. */
const spoken = (line: string): { userName: string; text: string } => {
  const [, userName = '', text = ''] = /^(?:> )?(\S+): (.*)$/.exec(line) ?? [];
  return { userName, text };
};

function storyOf(block: string): Story {
  const [head = '', text = '', ...comments] = linesOf(block);
  const [, hours, place, pictures = ''] = /^(\d+) h(?: in ([^,]+))?(?:, (.+))?$/.exec(head) ?? [];
  return {
    text,
    place,
    pictures: pictures.split(' ').filter(Boolean),
    hoursAgo: Number(hours),
    comments: comments.map(spoken),
  };
}

/** The demo members with their posts. */
export const people: Person[] = (['en', 'es', 'pl'] as const).flatMap((language) =>
  read(language)
    .split(/^# /m)
    .slice(1)
    .map((person) => {
      const [head = '', ...stories] = person.split(/^## /m);
      const [named = '', bio = ''] = linesOf(head);
      const [userName = '', ...names] = named.split(' ');
      return { userName, displayName: names.join(' '), bio, language, stories: stories.map(storyOf) };
    }),
);

function turnsOf(lines: string[]): Conversation['turns'] {
  const turns: Conversation['turns'] = [];
  let before: string | undefined;
  for (const line of lines) {
    const hours = /^\((\d+) h\)$/.exec(line)?.[1];
    const { userName, text } = spoken(line);
    const last = turns.at(-1);
    if (hours) turns.push(Number(hours));
    else if (userName === before && Array.isArray(last)) last.push(text);
    else turns.push([text]);
    before = hours ? before : userName;
  }
  return turns;
}

/** The demo conversations, oldest first. */
export const conversations: Conversation[] = read('conversations')
  .split(/^# /m)
  .slice(1)
  .map((conversation) => {
    const [head = '', ...lines] = linesOf(conversation);
    const [, one = '', other = '', hours] = /^(\S+) and (\S+), (\d+) h$/.exec(head) ?? [];
    return { between: [one, other], hoursAgo: Number(hours), turns: turnsOf(lines) };
  });
