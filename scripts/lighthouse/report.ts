import { bars, type Category, categories, type Measured } from './measure.ts';

const sorted = (numbers: number[]): number[] => [...numbers].sort((one, other) => one - other);

/** The middle one of an odd number of runs, by performance: the other categories do not vary. */
export function middle(runs: Measured[]): Measured {
  const wanted = sorted(runs.map(({ scores }) => scores.performance))[runs.length >> 1];
  return runs.find(({ scores }) => scores.performance === wanted) as Measured;
}

export const below = ({ scores }: Measured): Category[] => categories.filter((name) => scores[name] < bars[name]);

/** One line for each page, and below it what did not reach its full score. */
export function markdown(pages: Measured[]): string {
  const head = [
    'page',
    ...categories.map((name) => `${name} (≥ ${bars[name]})`),
    ...Object.keys(pages[0]?.figures ?? {}),
  ];
  const rows = pages.map(({ path, scores, figures }) => [
    path,
    ...categories.map((name) => scores[name]),
    ...Object.values(figures),
  ]);
  const table = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
  const faults = pages.map(({ path, faults }) => `${path}\n${faults.map((fault) => `  ${fault}\n`).join('')}`);
  return `${table}\n\nBelow full score:\n${faults.join('')}`;
}
