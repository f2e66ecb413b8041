import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mentionedNames, textParts } from './textParts.ts';

/** The linked parts: URLs, @names and #tags as written. */
const linked = (text: string): string[] =>
  textParts(text).flatMap(({ kind, text: found }) => (kind === 'text' ? [] : [found]));
const hrefs = (text: string): string[] => textParts(text).flatMap((part) => (part.kind === 'url' ? [part.href] : []));

describe('a URL', () => {
  test.each([
    ['See https://example.org/a?b=c#d.', 'https://example.org/a?b=c#d'],
    ['(see http://example.org/wiki/Cat_(animal))', 'http://example.org/wiki/Cat_(animal)'],
    ['(http://example.org/a)', 'http://example.org/a'],
    ['[https://example.org]', 'https://example.org'],
    ['Really, https://example.org?!', 'https://example.org'],
    ['„https://example.org” – a potem…', 'https://example.org'],
    ['«https://example.org»', 'https://example.org'],
    ['zobacz:https://przykład.pl/żółw, proszę', 'https://przykład.pl/żółw'],
    ['HTTPS://EXAMPLE.ORG/', 'HTTPS://EXAMPLE.ORG/'],
    ['http://[::1]:8080/x', 'http://[::1]:8080/x'],
    ['at example.org/path.', 'example.org/path'],
    ['at example.org:8080/path', 'example.org:8080/path'],
    ['www.example.museum and more', 'www.example.museum'],
    ['kith.me/post/1!', 'kith.me/post/1'],
    ['żółw.pl', 'żółw.pl'],
    ['https://example.org/@ada#lake', 'https://example.org/@ada#lake'],
  ])('in %j is %s', (text, url) => expect(linked(text)).toEqual([url]));

  test("has its host in the browsers' form, and its text as written", () => {
    // The first letter a in this address is Cyrillic.
    expect(textParts('https://аpple.com')).toEqual([
      { kind: 'url', text: 'https://аpple.com', href: 'https://xn--pple-43d.com/' },
    ]);
    expect(hrefs('https://example.org\\@evil.org')).toEqual(['https://example.org/@evil.org']);
    expect(hrefs('example.org')).toEqual(['https://example.org/']);
  });

  test.each([
    'javascript:alert(1)',
    'JavaScript://example.invalid',
    'data:text/html,x',
    'mailto:me@example.org',
    'ftp://example.org',
    'https://',
    'http://256.1.1.1/',
    'https://friend.example@evil.org/',
    'me@example.org and first.last@example.co.uk',
    'The end.Then more, node.js, e.g. file.txt, 3.50, a.b',
    'Było.to jest',
    'http:example.org',
    'https:\\\\example.org',
  ])('is not found in %j', (text) => {
    expect(hrefs(text).filter((href) => !/^https?:\/\/(?:friend|example)\./.test(href))).toEqual([]);
    expect(linked(text)).toEqual([]);
  });

  test('ends before a bidirectional control character', () => {
    expect(linked('https://example.org/\u202Egpj.exe')).toEqual(['https://example.org/']);
  });
});

describe('a mention', () => {
  test.each([
    ['With @anna.k, and (@diego)!', ['@anna.k', '@diego']],
    // An elided article, as in l'@name, is not part of the name.
    ["l'@ada", ['@ada']],
    ['„@ela”, @kuba_n-', ['@ela', '@kuba_n']],
    ["@ada'y @ela–@kuba", ['@ada', '@ela', '@kuba']],
    ['Thanks @ela.', ['@ela']],
    ['me@example.org @ada@example.invalid @@ada @żółw @adaż @ab .@ada /@ada', []],
    [`@${'x'.repeat(21)} @${'x'.repeat(20)}`, [`@${'x'.repeat(20)}`]],
  ])('is found in %j: %j', (text, found) => expect(linked(text)).toEqual(found));
});

describe('a tag', () => {
  test.each([
    ['#lake, (#Żółw) i „#łąka”.', ['#lake', '#Żółw', '#łąka']],
    ['#new_york #2026lato #日本 #co-op', ['#new_york', '#2026lato', '#日本', '#co']],
    ['#2026 ##lake a#b &#39; #️⃣ #', []],
    [`#${'ż'.repeat(100)} #${'ż'.repeat(101)}`, [`#${'ż'.repeat(100)}`]],
    ['#a#b', ['#a']],
  ])('is found in %j: %j', (text, found) => expect(linked(text)).toEqual(found));
});

describe('the parsed parts of a text', () => {
  test('are in order, with the text between them', () => {
    expect(textParts('With @anna at #lake: example.org.')).toEqual([
      { kind: 'text', text: 'With ' },
      { kind: 'mention', text: '@anna', name: 'anna' },
      { kind: 'text', text: ' at ' },
      { kind: 'tag', text: '#lake', tag: 'lake' },
      { kind: 'text', text: ': ' },
      { kind: 'url', text: 'example.org', href: 'https://example.org/' },
      { kind: 'text', text: '.' },
    ]);
  });

  const piece = fc.constantFrom('@ada', '#', '#ż', 'http://', 'a.pl', '/', '(', ')', '.', '@', ' ', '\n', ':', '️', 'x');
  test('add up to exactly the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.array(piece).map((all) => all.join('')),
        ),
        (text) => {
          const parts = textParts(text);
          expect(parts.map((part) => part.text).join('')).toBe(text);
          for (const part of parts) if (part.kind === 'url') expect(part.href).toMatch(/^https?:\/\//);
        },
      ),
    );
  });

  test('of the longest texts are found in bounded time', () => {
    const begun = performance.now();
    for (const unit of ['a.', 'http://', '@', '#a', 'a-', '(', 'http://a)', '@a.', 'https://a.pl/((((']) {
      textParts(unit.repeat(4000 / unit.length));
    }
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});

describe('the names mentioned in a text', () => {
  test('are listed once each, and an e-mail address is no mention', () => {
    expect(mentionedNames('@Anna.k and @diego, with @ela! @anna.k\n@kuba_n; me@example.org')).toEqual([
      'anna.k',
      'diego',
      'ela',
      'kuba_n',
    ]);
  });

  test('are listed with and without a final dot, which may end the sentence', () => {
    expect(mentionedNames('Thanks @diego.')).toEqual(['diego.', 'diego']);
  });

  test('are twenty at most, and within the length limits of names', () => {
    expect(mentionedNames(`@ab @${'x'.repeat(21)}`)).toEqual([]);
    expect(mentionedNames(Array.from({ length: 30 }, (_, i) => `@member${i}`).join(' '))).toHaveLength(20);
  });
});
