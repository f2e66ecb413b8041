import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinCaption, splitCaption } from './caption.ts';

describe('a caption', () => {
  test('is joined from its parts with spaces, and split again', () => {
    const parts = { text: 'At the lake', people: '@anna @diego', hashtags: '#lake' };
    expect(joinCaption({ text: ' At the lake ', people: 'anna, diego', hashtags: 'lake' })).toBe(
      'At the lake @anna @diego #lake',
    );
    expect(splitCaption('At the lake @anna @diego #lake')).toEqual(parts);
  });

  test('keeps mentions and hashtags within a sentence in the text, and splits off those at its end', () => {
    const caption = 'Z @kuba.n i termosem nad #jezioro rano. @ela #lato';
    expect(splitCaption(caption)).toEqual({
      text: 'Z @kuba.n i termosem nad #jezioro rano.',
      people: '@ela',
      hashtags: '#lato',
    });
  });

  test('keeps a mention that ends a sentence in its text', () => {
    expect(splitCaption('Thanks @ela! #lake')).toEqual({ text: 'Thanks @ela!', people: '', hashtags: '#lake' });
  });

  test('that consists only of names and hashtags is all text', () => {
    expect(splitCaption('@anna #lake')).toEqual({ text: '@anna #lake', people: '', hashtags: '' });
  });

  const word = fc.constantFrom('with', '@anna', '#lake', 'me@example.org', '@', '#', '\n', '\n\n', ' ', 'ok.');
  const anyCaption = fc.array(word, { minLength: 1, maxLength: 12 }).map((found) => found.join(' '));

  test('of a post that is edited without a change stays exactly the same', () => {
    fc.assert(
      fc.property(anyCaption, (caption) => {
        const whole = caption.trim();
        fc.pre(whole !== '');
        expect(joinCaption(splitCaption(whole), whole)).toBe(whole);
      }),
    );
  });

  test('loses no name when it is split and joined', () => {
    const sorted = (text: string) => text.split(/\s+/).filter(Boolean).sort();
    fc.assert(
      fc.property(anyCaption, (caption) => {
        fc.pre(caption.trim() !== '');
        expect(sorted(joinCaption(splitCaption(caption)))).toEqual(sorted(caption));
      }),
    );
  });
});
