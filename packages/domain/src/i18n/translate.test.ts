import { expect, it } from 'vitest';
import { translate } from './translate.ts';

it('values stand in a text as they are, also where they look like markup or like i18next’s own', () => {
  const other = '{{name}} $t(push.request) $& <b>';
  expect(translate('en', 'push.groupMention', { name: 'ann', other })).toBe(`${other}: ann mentioned you`);
});

it('the plural form is that of the language', () => {
  const said = (count: number) => translate('pl', 'push.message', { name: 'ann', count });
  expect([said(1), said(3), said(12)]).toEqual([
    'ann pisze do ciebie',
    'ann: 3 nowe wiadomości',
    'ann: 12 nowych wiadomości',
  ]);
});
