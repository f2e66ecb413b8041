// Long: what a host does, in the other languages and on a desktop.
import { hostIn } from '../fixtures/hosting.ts';
import { journey } from '../fixtures/journey.ts';

for (const [language, device] of [
  ['en', 'desktop'],
  ['es', 'phone'],
  ['es', 'desktop'],
  ['pl', 'phone'],
  ['pl', 'desktop'],
] as const)
  journey(`a host disables and enables a member on a ${device}, in ${language}`, ({ visit }) =>
    hostIn(language, device, visit),
  );
