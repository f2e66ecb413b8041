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
      {
        text: 'Ensayo con vistas. El metrónomo lo ponen las olas. #mar',
        place: 'Zahara',
        picture: ['sea dusk', 'tall'],
        hoursAgo: 92,
        comments: [['diego', 'Y desafinan menos que yo.']],
      },
      { text: 'Flores para el camerino, que hoy tocamos nosotras.', picture: ['flowers', 'square'], hoursAgo: 118 },
      {
        text: 'Domingo de azulejos con @ines_v. Hemos contado hasta doscientos. #azulejos',
        picture: ['tiles', 'square'],
        hoursAgo: 167,
        comments: [['ines_v', 'Doscientos doce.']],
      },
      {
        text: 'La ciudad antes de que suene el despertador.',
        place: 'Cádiz',
        picture: ['town', 'wide'],
        hoursAgo: 214,
      },
      { text: 'Café y partituras. Por ese orden. #café', picture: ['coffee', 'square'], hoursAgo: 262 },
      { text: 'Subimos a pie. Bajamos cantando.', place: 'Grazalema', picture: ['hills dusk', 'wide'], hoursAgo: 310 },
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
      {
        text: 'Arroz para doce, y hemos venido quince. #domingo',
        picture: ['fruit', 'square'],
        hoursAgo: 142,
        comments: [['paco_rios', 'No sobró ni un grano.']],
      },
      {
        text: 'Salida temprano, vuelta sin prisa. #mar',
        place: 'Sanxenxo',
        picture: ['sea dawn', 'wide'],
        hoursAgo: 169,
      },
      { text: 'Noche clara en el refugio.', place: 'Somiedo', picture: ['hills night', 'tall'], hoursAgo: 222 },
      { text: 'El bosque hoy estaba de buen humor. #bosque', picture: ['forest dawn', 'wide'], hoursAgo: 268 },
      { text: 'Un poco de orden en la cocina. Solo un poco.', picture: ['tiles', 'wide'], hoursAgo: 316 },
      { text: 'Octubre, mi mes favorito para no hacer nada.', picture: ['lake autumn', 'square'], hoursAgo: 340 },
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
