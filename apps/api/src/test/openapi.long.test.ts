// Long: lints the whole description of the API with a public linter.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { serverForFile } from '../testing/serverForFile.ts';

const { server } = await serverForFile();

it('the description of the API has no error for a public linter', async () => {
  // This rule is off, because an address such as /comments/post/likes would match two of the described paths. The router can
  // tell such paths apart.
  const config = await createConfig({ extends: ['recommended-strict'], rules: { 'no-ambiguous-paths': 'off' } });
  const source = (await server.app.inject('/openapi.json')).body;
  const problems = await lintFromString({ source, config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});
