/** What one says before the other answers; a number is the hours that pass. */
export type Turn = string | string[] | number;

export interface Conversation {
  /** The first begins. */
  between: [string, string];
  /** When it ended. */
  hoursAgo: number;
  turns: Turn[];
}

/** Oldest first. */
export const conversations: Conversation[] = [
  {
    between: ['june_ok', 'ines_v'],
    hoursAgo: 70,
    turns: ['Send me every floor you find, please.', 'Trato hecho. Mañana, dos más.'],
  },
  {
    between: ['nora.field', 'tomek_z'],
    hoursAgo: 52,
    turns: ['If you ever come to Langdale, I know a hill.', 'Zapisuję! A ja znam las.'],
  },
  {
    between: ['lucia.mar', 'theo-b'],
    hoursAgo: 47,
    turns: ['¿El barco cabe en la playa?', 'The boat, yes. The tide, we shall see.'],
  },
  {
    between: ['marta_w', 'diego'],
    hoursAgo: 45,
    turns: ['Doce grados. Doce!', 'Respeto total. Yo espero a agosto.'],
  },
  {
    between: ['marta_w', 'tomek_z'],
    hoursAgo: 25,
    turns: ['Masz jeszcze ten termos?', 'Mam. I tę samą herbatę.', 'To ja biorę kanapki.'],
  },
  {
    between: ['tomek_z', 'kuba.n'],
    hoursAgo: 20,
    turns: ['Sprawdzałeś pogodę?', 'Śnieg do kolan.', 'Czyli jedziemy.', 'Czyli jedziemy.'],
  },
  {
    between: ['theo-b', 'diego'],
    hoursAgo: 8,
    turns: ['Falmouth in May, are you in?', 'Siempre. ¿Llevo la paella?', 'Bring the paella. Leave the keys at home.'],
  },
  {
    between: ['nora.field', 'june_ok'],
    hoursAgo: 6,
    turns: ['How many tiles now?', ['Fifteen.', 'Three of them straight.']],
  },
  {
    between: ['nora.field', 'samir'],
    hoursAgo: 2,
    turns: [
      'Soup on Thursday?',
      'Only if Gary can come.',
      'Gary is a jar.',
      'Gary is family.',
      'Fine. Bring Gary.',
      21,
      ['Right. Gary has outgrown the jar.', 'And the bowl.'],
      ['How?', 'It has been one day.'],
      'He believes in himself. I baked half of him, bread is coming with us.',
      'Then Gary is dinner AND a guest. Half past six?',
      ['Half past six.', 'Save me the end of the sofa before the dog does.'],
    ],
  },
  {
    between: ['lucia.mar', 'ines_v'],
    hoursAgo: 2,
    turns: [
      '¿Vienes al concierto del sábado?',
      'Claro. ¿A qué hora?',
      'A las ocho, pero ven antes y tomamos algo.',
      'A las siete estoy.',
      20,
      ['He encontrado un suelo que suena.', 'En serio. Cada baldosa, una nota.'],
      '¿Y está afinado?',
      'Como tus alumnos el primer día.',
      ['Entonces hay esperanza.', 'Mándame la dirección, llevo el diapasón.'],
      ['Calle de la Paz, portal azul.', '¡Y no pises el fa!'],
    ],
  },
  {
    between: ['marta_w', 'ola.k'],
    hoursAgo: 1,
    turns: [
      'Kajaki o kawa?',
      'Kajaki, a potem kawa.',
      'Ósma rano przy pomoście?',
      'Ósma rano nie istnieje. Dziewiąta.',
      22,
      ['Stoję na pomoście.', 'Mgła jak mleko, a woda jak lustro.'],
      ['Już jadę!', 'Wiozę kanapki i drożdżówki.'],
      'Ile tych drożdżówek?',
      'Dwanaście. Prowiant to podstawa.',
      ['To ja biorę drugi termos.', 'I aparat, bo takiego światła szkoda.'],
      'Nie odpływaj beze mnie!',
    ],
  },
];
