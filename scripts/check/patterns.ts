import { parseSync, Visitor } from 'oxc-parser';
import { checkSync } from 'recheck';
import { isTest, lineAt, type Problem, pick, type Sources } from './sources.ts';

/** Files whose patterns are never applied to a text by a member or a stranger, each with what they are applied to. */
const trusted: Record<string, string> = {
  'apps/api/src/openapi/uploads.ts': 'our own paths',
  'apps/api/src/web/page.ts': 'our own page',
  'apps/web/src/features/auth/legal.tsx': 'our own translations',
  'apps/web/src/lib/postTransition.ts': "the browser's own name",
  'apps/web/src/lib/push.ts': "the server's key",
  'packages/platform/src/backup/dump.ts': 'names of our own files',
  'packages/platform/src/mail/check.ts': 'a setting of the operator',
  'packages/platform/src/settings.ts': 'settings of the operator',
};

/** Patterns that recheck cannot judge, because they look ahead or take it too long, each with why they take linear time. */
const judgedByHand: Record<string, string> = {
  '<meta[^>]{0,200}?charset\\s*=\\s*["\']?\\s*([\\w-]+)': 'it is applied to the first 1,024 bytes of a page',
  '^(?=.*[A-Za-z])(?=.*[0-9])(?=.*[!$@%])[A-Za-z0-9!$@%]{6,128}$': 'it is tried at the start of the text alone',
  '[#＃]((?:(?!\\uFE0F)[\\p{L}\\p{N}\\p{Mn}\\p{Mc}_·・\\u200c\\u200d])+)(?!\\uFE0F)':
    'it is sticky, and repeats one character',
};

/** Matches a source text that may hold a regular expression. To parse all of them would take seconds. */
const mayHold = /(?:[=(,:?[!&|>{;]|\breturn)\s*\/(?![/*])/;

/** Whether a pattern repeats nothing without a bound, or one thing after the start of the text. Such patterns take linear time. */
const isPlain = (pattern: string, flags: string): boolean => {
  const count = pattern.match(/[*+]|\{\d+,\}/g)?.length ?? 0;
  return count === 0 || (count === 1 && pattern.startsWith('^') && !flags.includes('m'));
};

/**
 * Finds regular expressions that may take more than linear time on a malicious text (ReDoS), and those of which that is not known:
 * one such text would stop the server for everybody.
 */
export const checkPatterns = (sources: Sources): Problem[] =>
  pick(sources, /^(?:apps|packages)\/\w+\/src\/.*\.tsx?$/)
    .filter(([path, source]) => !isTest(path) && !(path in trusted) && mayHold.test(source))
    .flatMap(([path, source]) => {
      const problems: Problem[] = [];
      new Visitor({
        Literal(node) {
          if (!('regex' in node)) return;
          const { pattern, flags } = node.regex;
          if (isPlain(pattern, flags) || pattern in judgedByHand) return;
          const found = checkSync(pattern, flags, { checker: 'automaton' });
          if (found.status === 'safe') return;
          const takes = found.status === 'vulnerable' ? found.complexity.summary : 'an unknown';
          problems.push(`${path}:${lineAt(source, node.start)} /${pattern}/ takes ${takes} time`);
        },
      }).visit(parseSync(path, source).program);
      return problems;
    });
