/**
 * Every validation message as the specification words it, by key. Schemas contain only the key; the API adds the English text,
 * and the web app translates the key.
 */
export const validationMessages = {
  'username-too-short': 'Username must be at least 3 characters',
  'username-too-long': 'Username cannot be longer than 20 characters',
  'username-has-spaces': 'Username cannot contain spaces',
  'username-has-at': 'Username cannot contain @ symbol',
  'username-forbidden-symbols': 'Username contains forbidden symbols',
  'username-forbidden-symbol': 'Username contains a forbidden symbol',
  'display-name-forbidden': 'The name needs a visible character, and no control characters',
  'display-name-too-long': 'The name cannot be longer than 50 characters',
  'password-rule':
    'Password must contain at least 6 characters, including letters, numbers and special characters (!$@%)',
  'password-rule-reset':
    'Password must contain at least 6 characters, including numbers, letters and special characters (!$@%)',
  'password-required': 'Password is required',
  'invalid-email': 'Please enter a valid email address.',
  'email-required': 'Please enter your email address',
  'code-required': 'Please enter the code',
  'identifier-required': 'Please enter your username or email',
  'invalid-reset-link': 'Invalid reset link',
  'invalid-confirmation-link': 'Invalid confirmation link',
  'bio-too-long': 'Bio cannot be longer than 300 characters',
  'caption-required': 'Please write something for your post',
  'caption-too-long': 'Caption cannot be longer than 2,200 characters',
  'location-too-long': 'Location cannot be longer than 100 characters',
  'alt-too-long': 'A description cannot be longer than 1,500 characters',
  'comment-required': 'Please write a comment',
  'comment-too-long': 'Comment cannot be longer than 1,000 characters',
  'message-required': 'Please write a message',
  'invalid-emoji': 'Please choose one emoji',
  'message-too-long': 'Message cannot be longer than 4,000 characters',
  'report-too-long': 'This cannot be longer than 500 characters',
  'name-required': 'Please write a name',
  'name-forbidden': 'The name cannot contain line breaks or control characters',
  'name-too-long': 'The name cannot be longer than 60 characters',
  'server-description-too-long': 'The description cannot be longer than 500 characters',
  'server-rules-too-long': 'The rules cannot be longer than 5,000 characters',
  'scopes-required': 'Please choose at least one of read, write, messages and follows',
  'outside-address': 'Please give an address that begins with https:// and a name, without a port or a password',
  'time-past': 'The time must be in the future',
  'text-not-storable': 'The text contains characters that cannot be stored',
  'query-required': 'Please write what to search for',
  'query-too-long': 'The search text is too long',
  'invalid-id': 'The id must be a whole number above 0',
  'invalid-uid': 'The uid is not valid',
  'invalid-limit': 'The limit must be a whole number from 1 to 500',
  'invalid-cursor': 'The cursor is not valid',
  'unknown-field': 'This field is not known here',
  'invalid-input': 'The request is not valid',
} as const;

export type ValidationKey = keyof typeof validationMessages;

export const isValidationKey = (text: string): text is ValidationKey => Object.hasOwn(validationMessages, text);
