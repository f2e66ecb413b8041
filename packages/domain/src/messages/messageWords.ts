import { wordsIn } from '@kith/contracts';

/** The words by which a message is found, without case and accents. */
export const messageWords = (content: string): string[] => [...new Set(wordsIn(content).map(({ word }) => word))];
