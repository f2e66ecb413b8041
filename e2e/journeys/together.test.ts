import { journey } from '../fixtures/journey.ts';
import { togetherIn } from '../fixtures/together.ts';

journey('a birthday, a poll, an event, an album and a year of friends', ({ visit }) => togetherIn('en', visit));
