/** Names shorter than this are near to too many variables of other programs. */
const minLength = 7;

const plain = (name: string): string => name.toUpperCase().replaceAll('_', '');

/** Whether one text becomes the other by adding, removing or replacing one character, or by swapping two neighbours. */
function isOneEditAway(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const rest = (text: string, from: number) => text.slice(from);
  if (long.length > short.length) return rest(short, at) === rest(long, at + 1);
  const isSwapped =
    short[at] === long[at + 1] && short[at + 1] === long[at] && rest(short, at + 2) === rest(long, at + 2);
  return isSwapped || rest(short, at + 1) === rest(long, at + 1);
}

/**
 * Finds a variable of the environment that is probably a misspelt setting: it differs from the name of a setting that is not given
 * by case, underscores or one other edit. Most variables belong to other programs, so nothing is said about those that are less near.
 */
export function findMisspelt(
  env: Record<string, string | undefined>,
  settings: readonly string[],
): { name: string; meant: string } | null {
  const known = new Set(settings);
  const missing = settings.filter((name) => name.includes('_') && !env[name]);
  for (const name of Object.keys(env)) {
    if (known.has(name) || !env[name]) continue;
    const meant = missing.find(
      (each) => plain(each) === plain(name) || (each.length >= minLength && isOneEditAway(plain(each), plain(name))),
    );
    if (meant) return { name, meant };
  }
  return null;
}
