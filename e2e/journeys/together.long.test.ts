// Long: what friends do together, in the other two languages.
import { journey } from '../fixtures/journey.ts';
import { togetherIn } from '../fixtures/together.ts';

for (const language of ['es', 'pl'] as const)
  journey(`a birthday, a poll, an event, an album and a year of friends, in ${language}`, ({ visit }) =>
    togetherIn(language, visit),
  );
