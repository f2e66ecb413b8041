import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mentionedNames, textParts } from './textParts.ts';

/** The linked parts: URLs, @names and #tags as written. */
const linked = (text: string): string[] =>
  textParts(text).flatMap(({ kind, text: found }) => (kind === 'text' ? [] : [found]));
const hrefs = (text: string): string[] => textParts(text).flatMap((part) => (part.kind === 'url' ? [part.href] : []));

/** Texts with what is linked in them. */
const cases: [string, ...string[]][] = [
  ['See https://example.org/a?b=c#d.', 'https://example.org/a?b=c#d'],
  ['(see http://example.org/wiki/Cat_(animal))', 'http://example.org/wiki/Cat_(animal)'],
  ['(http://example.org/a)', 'http://example.org/a'],
  ['[https://example.org]', 'https://example.org'],
  ['Really, https://example.org?!', 'https://example.org'],
  ['„https://example.org” – a potem…', 'https://example.org'],
  ['„https://example.org/a” – a potem…', 'https://example.org/a'],
  ['«https://example.org»', 'https://example.org'],
  ['zobacz:https://przykład.pl/żółw, proszę', 'https://przykład.pl/żółw'],
  ['HTTPS://EXAMPLE.ORG/', 'HTTPS://EXAMPLE.ORG/'],
  ['http://[::1]:8080/x', 'http://[::1]:8080/x'],
  ['at example.org/path.', 'example.org/path'],
  ['www.example.museum and more', 'www.example.museum'],
  ['kith.me/post/1!', 'kith.me/post/1'],
  ['żółw.pl', 'żółw.pl'],
  ['https://example.org/@ada#lake', 'https://example.org/@ada#lake'],
  ["https://example.org's", 'https://example.org'],
  // Full-width punctuation ends a link, and the joiners of Persian are part of it.
  ['https://example.org/walk。次', 'https://example.org/walk'],
  ['（https://example.org/walk）！', 'https://example.org/walk'],
  ['https://example.org/walk、https://example.org/run，', 'https://example.org/walk', 'https://example.org/run'],
  ['https://fa.example.org/نرم\u200cافزار', 'https://fa.example.org/نرم\u200cافزار'],
  // A bidirectional control character could show another address than the real one.
  ['https://example.org/\u202Egpj.exe', 'https://example.org/'],
  ['javascript:alert(1) JavaScript://example.invalid data:text/html,x mailto:me@example.org ftp://example.org'],
  ['https:// http://256.1.1.1/ http:example.org https:\\\\example.org'],
  ['https://friend.example@evil.org/ example.org@evil.org'],
  ['me@example.org and first.last@example.co.uk'],
  ['The end.Then more, node.js, e.g. file.txt, 3.50, a.b, Było.to jest'],
  ['Look.at this, tell.us more, po.za tym, di.si quieres'],
  ['With @anna.k, and (@diego)!', '@anna.k', '@diego'],
  // An elided article, as in l'@name, is not part of the name.
  ["l'@ada", '@ada'],
  ['„@ela”, @kuba_n-', '@ela', '@kuba_n'],
  ["@ada'y @ela–@kuba", '@ada', '@ela', '@kuba'],
  ['Thanks @ela. And @ada.b...', '@ela', '@ada.b'],
  ['👏@ada👏', '@ada'],
  // Scripts without spaces between words.
  ['@marta_wさん', '@marta_w'],
  ['今日は@marta_wさんと', '@marta_w'],
  ['@marta_w님', '@marta_w'],
  ['@@ada @żółw @adaż @adaš @ab .@ada /@ada \\@ada x@ada _@ada'],
  [`@${'x'.repeat(21)} @${'x'.repeat(20)}`, `@${'x'.repeat(20)}`],
  ['#lake, (#Żółw) i „#łąka”.', '#lake', '#Żółw', '#łąka'],
  ['#new_york #2026lato #日本 #co-op', '#new_york', '#2026lato', '#日本', '#co'],
  ['#نرم\u200cافزار', '#نرم\u200cافزار'],
  ['#il·lusió és', '#il·lusió'],
  ['#アクション・ゲーム', '#アクション・ゲーム'],
  ['＃東京 と #東京。', '＃東京', '#東京'],
  ['#हिन्दी', '#हिन्दी'],
  ['#lake· #lake\u200d', '#lake', '#lake'],
  ['#日本語タグ、#東京！', '#日本語タグ', '#東京'],
  ['#한글태그 #ไทย', '#한글태그', '#ไทย'],
  ['#می\u200cخواهم، #سلام؟', '#می\u200cخواهم', '#سلام'],
  ['#e\u0301te\u0301', '#e\u0301te\u0301'],
  ['#l·l·', '#l·l'],
  ['@nora.field. @ada.-', '@nora.field', '@ada'],
  ['https://例え.jp/道。次', 'https://例え.jp/道'],
  ['https://example.org/a）次 example.org。', 'https://example.org/a', 'example.org'],
  ['https://example.org/?a=b&c=d;e#f!', 'https://example.org/?a=b&c=d;e#f'],
  ['https://example.org’s', 'https://example.org'],
  ['#2026 ##lake a#b 日本#東京 &#39; #️⃣ # #·'],
  [`#${'ż'.repeat(100)} #${'ż'.repeat(101)}`, `#${'ż'.repeat(100)}`],
  ['#a#b', '#a'],
];

test.each(cases)('in %j', (text, ...found) => expect(linked(text)).toEqual(found));

test("a URL has its host in the browsers' form, and its text as written", () => {
  // The first letter a in this address is Cyrillic.
  expect(textParts('https://аpple.com')).toEqual([
    { kind: 'url', text: 'https://аpple.com', href: 'https://xn--pple-43d.com/' },
  ]);
  expect(hrefs('example.org')).toEqual(['https://example.org/']);
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

  const piece = fc.constantFrom(
    '@ada',
    '#',
    '#ż',
    'http://',
    'a.pl',
    '/',
    '(',
    ')',
    '.',
    '@',
    ' ',
    '\n',
    ':',
    '️',
    'x',
    '。',
    '😀',
  );
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
});

test('the names mentioned in a text are listed once each, twenty at most', () => {
  expect(mentionedNames('@Anna.k and @diego, with @ela! @anna.k\n@kuba_n; me@example.org, thanks @diego.')).toEqual([
    'anna.k',
    'diego',
    'ela',
    'kuba_n',
  ]);
  expect(mentionedNames(`@ab @${'x'.repeat(21)}`)).toEqual([]);
  expect(mentionedNames(Array.from({ length: 30 }, (_, i) => `@member${i}`).join(' '))).toHaveLength(20);
});

describe('however hostile, a text is parsed in linear time', () => {
  const units = [
    'x.zz?',
    ')',
    'a.',
    'http://',
    '@',
    '#a',
    '#・',
    'a-',
    '(',
    '[',
    'http://a)',
    '@a.',
    'https://a.pl/?a=((',
    'a@b.',
  ];
  /** The least of five measurements of this thread's time for parsing texts, in milliseconds. */
  const cpuMs = (texts: string[]): number => {
    const measured = Array.from({ length: 5 }, () => {
      const before = process.threadCpuUsage();
      for (const text of texts) textParts(text);
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1_000;
    });
    return Math.min(...measured);
  };

  test.each(units)('after %j', (first) => {
    for (const then of units) {
      const made = (length: number) => first.repeat(length / 2 / first.length) + then.repeat(length / 2 / then.length);
      // One text takes as long as eight texts of an eighth of its length; in a quadratic parser it would take eight times as
      // long. Less than 12 ms are too few to compare, and harmless.
      const long = cpuMs([made(8_000)]);
      if (long > 12) expect(long / cpuMs(Array(8).fill(made(1_000))), `${first} ${then}: ${long} ms`).toBeLessThan(4);
    }
  });
});

test('a text that no field of Kith can hold is searched for links only at its beginning', () => {
  const parts = textParts('a.org '.repeat(200_000));
  expect(parts.filter(({ kind }) => kind === 'url')).toHaveLength(3_333);
  expect(parts.map(({ text }) => text).join('')).toHaveLength(1_200_000);
});
