import { parseSync, Visitor } from 'oxc-parser';
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

/** Whether a pattern repeats nothing without a bound, or one thing after the start of the text. Such patterns take linear time. */
const isPlain = (pattern: string): boolean => {
  const count = pattern.match(/[*+]|\{\d+,\}/g)?.length ?? 0;
  return count === 0 || (count === 1 && pattern.startsWith('^'));
};

/**
 * Finds regular expressions that may take more than linear time on a malicious text (ReDoS): one such text would stop the
 * server for everybody.
 */
export const checkPatterns = (sources: Sources): Problem[] =>
  pick(sources, /^(?:apps|packages)\/\w+\/src\/.*\.tsx?$/)
    .filter(([path, source]) => !isTest(path) && !(path in trusted) && /[=(,:?[!&|]\s*\/(?![/*])/.test(source))
    .flatMap(([path, source]) => {
      const problems: Problem[] = [];
      new Visitor({
        Literal(node) {
          if (!('regex' in node) || isPlain(node.regex.pattern)) return;
          const { pattern, flags } = node.regex;
          const found = checkSync(pattern, flags, { checker: 'automaton' });
          if (found.status === 'vulnerable')
            problems.push(`${path}:${lineAt(source, node.start)} /${pattern}/ takes ${found.complexity.summary} time`);
        },
      }).visit(parseSync(path, source).program);
      return problems;
    });
