import { describe, expect, it } from 'vitest';
import { createCommentInput } from './comments.ts';
import { maxLengths } from './lengths.ts';
import { sendMessageInput } from './messages.ts';
import { createPostInput } from './posts.ts';
import { email, password, updateUserInput, userName } from './users.ts';

/** For each text: the error key if it is too long, and a function that validates it and returns the key of its error, or null. */
const texts: [what: keyof typeof maxLengths, tooLong: string, parse: (text: string) => string | null][] = [
  ['caption', 'caption-too-long', (caption) => wrong(createPostInput.safeParse({ userId: 1, caption }))],
  [
    'location',
    'location-too-long',
    (location) => wrong(createPostInput.safeParse({ userId: 1, caption: 'x', location })),
  ],
  ['comment', 'comment-too-long', (content) => wrong(createCommentInput.safeParse({ userId: 1, postId: 1, content }))],
  [
    'message',
    'message-too-long',
    (content) => wrong(sendMessageInput.safeParse({ senderId: 1, receiverId: 2, content })),
  ],
  ['bio', 'bio-too-long', (bio) => wrong(updateUserInput.safeParse({ userId: 1, bio }))],
  [
    'displayName',
    'display-name-too-long',
    (displayName) => wrong(updateUserInput.safeParse({ userId: 1, displayName })),
  ],
  ['userName', 'username-too-long', (name) => wrong(userName.safeParse(name))],
];

const wrong = ({ error }: { error?: { issues: { message: string }[] } | undefined }) =>
  error?.issues[0]?.message ?? null;

describe.each(texts)('a %s', (what, tooLong, parse) => {
  it('may have its maximum length, but not one character more', () => {
    expect(parse('x'.repeat(maxLengths[what]))).toBeNull();
    expect(parse('x'.repeat(maxLengths[what] + 1))).toBe(tooLong);
  });
});

describe('a text', () => {
  it('is measured and stored without surrounding space', () => {
    const content = `  ${'x'.repeat(maxLengths.comment)}\n`;
    expect(createCommentInput.parse({ userId: 1, postId: 1, content }).content).toHaveLength(maxLengths.comment);
    expect(wrong(createCommentInput.safeParse({ userId: 1, postId: 1, content: ' \n ' }))).toBe('comment-required');
  });

  it.each(['a\u0000b', 'a\ud800b', '\u0000'])('that PostgreSQL cannot store is refused: %j', (content) => {
    expect(wrong(createCommentInput.safeParse({ userId: 1, postId: 1, content }))).toBe('text-not-storable');
  });
});

describe('an account', () => {
  it.each([
    ['al', 'username-too-short'],
    ['al ice', 'username-has-spaces'],
    ['al@ice', 'username-has-at'],
    ['alíce', 'username-forbidden-symbols'],
    ['a.l-i_ce9', null],
  ])('with the name %s gets the error %s', (name, key) => expect(wrong(userName.safeParse(name))).toBe(key));

  it.each([
    ['friends1!', null],
    ['friends1', 'password-rule'],
    ['friends!', 'password-rule'],
    ['1234567!', 'password-rule'],
    ['fr1!', 'password-rule'],
    ['friends1!#', 'password-rule'],
    ['friends1!ł', 'password-rule'],
    ['friends 1!', 'password-rule'],
    [`${'x'.repeat(maxLengths.password - 2)}1!`, null],
    [`${'x'.repeat(maxLengths.password - 1)}1!`, 'password-rule'],
  ])('with the password %s gets the error %s', (text, key) => expect(wrong(password.safeParse(text))).toBe(key));

  it.each([
    ['alice@example.org', null],
    [' alice@example.org ', null],
    ['alice@example', 'invalid-email'],
    ['alice <a@example.org>', 'invalid-email'],
    ['red\u001b[31m@example.org', 'invalid-email'],
    ['evil\u202e@example.org', 'invalid-email'],
    ['alice@example\u009b2J.org', 'invalid-email'],
    [`${'x'.repeat(maxLengths.email)}@example.org`, 'invalid-email'],
  ])('with the address %s gets the error %s', (text, key) => expect(wrong(email.safeParse(text))).toBe(key));
});
