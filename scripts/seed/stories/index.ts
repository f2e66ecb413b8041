import { english } from './english.ts';
import { polish } from './polish.ts';
import { spanish } from './spanish.ts';
import type { Person } from './story.ts';

export const people: Person[] = [...english, ...spanish, ...polish];

/** Everyone logs in with this. */
export const password = 'friends1!';
