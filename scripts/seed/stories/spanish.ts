import type { Person } from './story.ts';

export const spanish: Person[] = [
  {
    userName: 'lucia.mar',
    bio: 'Profe de música. Si suena, me gusta.',
    language: 'es',
    face: 5,
    stories: [
      {
        text: 'Desayuno de domingo con toda la calma del mundo. #domingo',
        place: 'Cádiz',
        picture: ['fruit', 'wide'],
        hoursAgo: 5,
        comments: [
          ['paco_rios', 'Esas naranjas las conozco yo.'],
          ['ines_v', '¡Qué colores!'],
        ],
      },
      {
        text: 'El mar hoy no tenía ganas de moverse, y yo tampoco. #mar',
        place: 'La Caleta',
        picture: ['sea noon', 'wide'],
        hoursAgo: 49,
        comments: [['theo-b', 'Bring me there.']],
      },
      {
        text: 'Mis alumnos han afinado por primera vez los cuatro a la vez. He llorado un poquito.',
        hoursAgo: 25,
        comments: [
          ['diego', '¡Bravo!'],
          ['nora.field', 'This made my day.'],
        ],
      },
    ],
  },
  {
    userName: 'diego',
    bio: 'Cocino, navego y pierdo las llaves.',
    language: 'es',
    face: 38,
    stories: [
      {
        text: 'El lago al caer la tarde. Nadie dijo nada en diez minutos. #silencio',
        place: 'Sanabria',
        picture: ['lake dusk', 'wide'],
        hoursAgo: 12,
        comments: [
          ['marta_w', 'Cisza, którą słychać. Piękne.'],
          ['lucia.mar', 'Eso en ti es un récord.'],
        ],
      },
      {
        text: '¿Alguien ha visto mis llaves? Sí, otra vez.',
        hoursAgo: 33,
        comments: [
          ['ines_v', 'En la nevera. La última vez estaban en la nevera.'],
          ['diego', 'Estaban en la nevera.'],
        ],
      },
      {
        text: 'Café largo, tarde corta. #café',
        picture: ['coffee', 'square'],
        hoursAgo: 110,
      },
    ],
  },
  {
    userName: 'ines_v',
    bio: 'Arquitecta de día, lectora de noche. Valencia.',
    language: 'es',
    face: 45,
    stories: [
      {
        text: 'Encontré este suelo detrás de una obra. Con @june_ok en mente. #azulejos',
        place: 'Valencia',
        picture: ['tiles', 'square'],
        hoursAgo: 20,
        comments: [['june_ok', 'Take me there this minute.']],
      },
      {
        text: 'Las luces se encienden una a una, y yo sin terminar los planos. #ciudad',
        picture: ['town', 'tall'],
        hoursAgo: 70,
        comments: [['samir', 'Same roof, other city.']],
      },
      {
        text: 'Busco compañera de piso que no toque la batería. La última la tocaba muy bien, ese era el problema.',
        hoursAgo: 130,
      },
    ],
  },
  {
    userName: 'paco_rios',
    bio: 'Montaña, queso y siestas. No siempre en ese orden.',
    language: 'es',
    face: 18,
    stories: [
      {
        text: 'El otoño ha llegado a la sierra antes que yo. #otoño #sierra',
        place: 'Gredos',
        picture: ['hills autumn', 'wide'],
        hoursAgo: 18,
        comments: [
          ['nora.field', 'These colours. I am packing.'],
          ['kuba.n', 'U nas już śnieg!'],
        ],
      },
      {
        text: 'Noche sin nubes, y sin cobertura. Perfecta. #noche',
        picture: ['hills night', 'wide'],
        hoursAgo: 90,
        comments: [['ola.k', 'Ile gwiazd!']],
      },
      { text: 'He subido cuatrocientos metros para descubrir que el queso se quedó en el coche.', hoursAgo: 41 },
    ],
  },
];
