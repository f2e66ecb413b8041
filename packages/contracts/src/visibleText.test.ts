import { expect, test } from 'vitest';
import { openChatInput, sendToChatInput } from './chats.ts';
import { createCommentInput } from './comments.ts';
import { createPostInput } from './posts.ts';
import { updateUserInput } from './users.ts';
import { visibleText } from './visibleText.ts';

/** Texts in which nothing can be seen: joiners, fillers, marks of direction, blanks of other scripts, tags, a sole selector. */
const unseen = [
  '\u200b',
  '\u2060\u2060',
  '\u3164',
  '\uffa0 \u115f',
  '\u202e\u2066',
  '\u2800\u2800',
  '\ufeff',
  '\u00ad',
];
const more = [
  '\u{e0020}\u{e0041}',
  '\ufe0f',
  '\u034f',
  '\u180e',
  '\u{1d159}',
  '\u0007',
  '\ufff9\ufffb',
  '\u3000\u2003',
];

test.each([...unseen, ...more, '', ' \n\t'])('nothing can be seen of %j', (text) => {
  expect(visibleText(text)).toBe('');
  const { success } = createPostInput.safeParse({ userId: 1, caption: text });
  const comment = createCommentInput.safeParse({ userId: 1, postId: 1, content: text });
  const message = sendToChatInput.safeParse({ chatId: 1, content: text });
  const group = openChatInput.safeParse({ userIds: [1, 2], name: text });
  expect([success, comment.success, message.success, group.success]).toEqual([false, false, false, false]);
  expect(comment.error?.issues.map((issue) => issue.message)).toEqual(['comment-required']);
  expect(updateUserInput.parse({ userId: 1, bio: text })).toEqual({ userId: 1, bio: '' });
});

test.each([
  ...[
    'a',
    '👨‍👩‍👧‍👦',
    '1️⃣',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    '❤️',
    '.',
    '\u0301',
    'می‌خواهم',
    'हिन्दी',
    'ไทย',
    '한글',
    '日本',
    '⠓⠊',
    '\u0600',
    'ᠮᠣᠩᠭᠣᠯ',
  ],
])('%j is kept as it is', (text) => {
  expect(visibleText(` ${text}\n`)).toBe(text);
  expect(createCommentInput.parse({ userId: 1, postId: 1, content: text })).toMatchObject({ content: text });
});
