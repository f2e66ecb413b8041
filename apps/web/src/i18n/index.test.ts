import { expect, test } from 'vitest';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };

type Tree = { [key: string]: string | Tree };

const leaves = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : leaves(value, `${path}${key}.`),
  );

const stem = (key: string) => key.replace(/_(one|few|many|other)$/, '');
const stems = (tree: Tree) => [...new Set(leaves(tree).map(([key]) => stem(key)))].sort();
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((m) => m[1]).sort();

test.each([
  ['es', es],
  ['pl', pl],
])('%s has the keys and placeholders of en', (_language, tree) => {
  expect(stems(tree)).toEqual(stems(en));
  const english = new Map(leaves(en).map(([key, text]) => [stem(key), placeholders(text)]));
  for (const [key, text] of leaves(tree)) expect([key, placeholders(text)]).toEqual([key, english.get(stem(key))]);
});

test.each([
  ['en', en, ['one', 'other']],
  ['es', es, ['one', 'other']],
  ['pl', pl, ['one', 'few', 'many', 'other']],
])('%s has every plural form', (_language, tree, forms) => {
  const keys = leaves(tree as Tree).map(([key]) => key);
  const plurals = new Set(keys.filter((key) => stem(key) !== key).map(stem));
  for (const plural of plurals) {
    for (const form of forms as string[]) expect(keys).toContain(`${plural}_${form}`);
  }
});
