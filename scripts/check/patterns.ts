import { parseSync } from 'oxc-parser';
import { checkSync } from 'recheck';
import { isTest, lineAt, type Problem, pick, type Sources } from './sources.ts';

/** Files whose patterns are never applied to a text by a member or a stranger, each with what they are applied to. */
const trusted: Record<string, string> = {
  'apps/api/src/web/page.ts': 'our own page',
  'apps/web/src/features/auth/legal.tsx': 'our own translations',
  'apps/web/src/lib/postTransition.ts': "the browser's own name",
  'apps/web/src/lib/push.ts': "the server's key",
  'packages/platform/src/backup/dump.ts': 'names of our own files',
  'packages/platform/src/settings.ts': 'settings of the operator',
};

/** Only a pattern that repeats something without a bound can take more than linear time. */
const repeats = /[*+]|\{\d+,\}/g;

/** Whether a pattern repeats nothing, or one thing after the start of the text. Such patterns need no analysis. */
const isPlain = (pattern: string): boolean => {
  const count = pattern.match(repeats)?.length ?? 0;
  return count === 0 || (count === 1 && pattern.startsWith('^'));
};

/**
 * Finds regular expressions that may take more than linear time on a malicious text (ReDoS): one such text would stop the
 * server for everybody.
 */
export function checkPatterns(sources: Sources): Problem[] {
  const known = new Map<string, string | null>();
  /** Returns how long the pattern may take, or null if that is linear. */
  const fault = (pattern: string, flags: string): string | null => {
    if (isPlain(pattern)) return null;
    const key = `/${pattern}/${flags}`;
    if (!known.has(key)) {
      const found = checkSync(pattern, flags, { checker: 'automaton' });
      known.set(key, found.status === 'vulnerable' ? found.complexity.summary : null);
    }
    return known.get(key) ?? null;
  };
  return pick(sources, /^(?:apps|packages)\/\w+\/src\/.*\.tsx?$/)
    .filter(([path]) => !isTest(path) && !(path in trusted))
    .flatMap(([path, source]) => {
      const problems: Problem[] = [];
      const visit = (node: unknown): void => {
        if (typeof node !== 'object' || node === null) return;
        const { regex, start } = node as { regex?: { pattern: string; flags: string }; start?: number };
        const why = regex && fault(regex.pattern, regex.flags);
        if (why) problems.push(`${path}:${lineAt(source, start ?? 0)} /${regex.pattern}/ takes ${why} time`);
        for (const child of Object.values(node)) visit(child);
      };
      if (/[=(,:?[!&|]\s*\/(?![/*])/.test(source)) visit(parseSync(path, source).program);
      return problems;
    });
}
