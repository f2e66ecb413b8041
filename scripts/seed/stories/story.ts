import type { Motif, Shape } from '../pictures/render.ts';

export interface Story {
  text: string;
  place?: string;
  picture?: [Motif, Shape];
  hoursAgo: number;
  /** Who says what below it. */
  comments?: [userName: string, text: string][];
}

export interface Person {
  userName: string;
  bio: string;
  language: 'en' | 'es' | 'pl';
  /** Chooses the drawn face. */
  face: number;
  stories: Story[];
}
