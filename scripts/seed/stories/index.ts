import { english } from './english.ts';
import { polish } from './polish.ts';
import { spanish } from './spanish.ts';
import type { Person } from './story.ts';

export const people: Person[] = [...english, ...spanish, ...polish];

/** Everyone logs in with this. */
export const password = 'friends1!';

/** Conversations, oldest line first; the first named begins. */
export const conversations: [from: string, to: string, lines: string[]][] = [
  [
    'nora.field',
    'samir',
    ['Soup on Thursday?', 'Only if Gary can come.', 'Gary is a jar.', 'Gary is family.', 'Fine. Bring Gary.'],
  ],
  [
    'theo-b',
    'diego',
    ['Falmouth in May, are you in?', 'Siempre. ¿Llevo la paella?', 'Bring the paella. Leave the keys at home.'],
  ],
  [
    'lucia.mar',
    'ines_v',
    ['¿Vienes al concierto del sábado?', 'Claro. ¿A qué hora?', 'A las ocho, pero ven antes y tomamos algo.'],
  ],
  [
    'marta_w',
    'ola.k',
    ['Kajaki o kawa?', 'Kajaki, a potem kawa.', 'Ósma rano przy pomoście?', 'Ósma rano nie istnieje. Dziewiąta.'],
  ],
  ['tomek_z', 'kuba.n', ['Sprawdzałeś pogodę?', 'Śnieg do kolan.', 'Czyli jedziemy.', 'Czyli jedziemy.']],
  ['june_ok', 'ines_v', ['Send me every floor you find, please.', 'Trato hecho. Mañana, dos más.']],
  ['nora.field', 'tomek_z', ['If you ever come to Langdale, I know a hill.', 'Zapisuję! A ja znam las.']],
];
