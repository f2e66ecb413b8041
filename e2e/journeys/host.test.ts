import { hostIn } from '../fixtures/hosting.ts';
import { journey } from '../fixtures/journey.ts';

journey('a host disables and enables a member on a phone, and the log says so', ({ visit }) =>
  hostIn('en', 'phone', visit),
);
