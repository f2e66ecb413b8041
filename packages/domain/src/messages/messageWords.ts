import { wordsIn } from '@kith/contracts';

/** The words of a message for the search index, without case and accents. */
export const messageWords = (content: string): string[] => [...new Set(wordsIn(content).map(({ word }) => word))];
