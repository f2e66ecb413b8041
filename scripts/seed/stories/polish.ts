import type { Person } from './story.ts';

export const polish: Person[] = [
  {
    userName: 'marta_w',
    bio: 'Pływam, zanim woda się ogrzeje. Mazury.',
    language: 'pl',
    face: 26,
    stories: [
      {
        text: 'Pierwsza kąpiel w tym roku. Zimno, ale warto. #jezioro',
        place: 'Śniardwy',
        picture: ['lake noon', 'wide'],
        hoursAgo: 4,
        comments: [
          ['tomek_z', 'Szacunek. Ja czekam do lipca.'],
          ['diego', '¿A cuántos grados estaba?'],
          ['marta_w', 'Dwanaście. Człowiek od razu się budzi.'],
        ],
      },
      {
        text: 'Ktoś chętny na kajaki w sobotę? Mam dwa wolne miejsca i za dużo kanapek.',
        hoursAgo: 27,
        comments: [['ola.k', 'Biorę jedno miejsce i wszystkie kanapki.']],
      },
      {
        text: 'Kwiaty z targu. Pani dorzuciła jeden za uśmiech. #kwiaty',
        picture: ['flowers', 'square'],
        hoursAgo: 66,
      },
      {
        text: 'Wieczór na pomoście. Komary też przyszły. #mazury',
        place: 'Mikołajki',
        picture: ['lake dusk', 'tall'],
        hoursAgo: 95,
        comments: [['ola.k', 'Następnym razem biorę siatkę.']],
      },
      { text: 'Śniadanie prosto z ogrodu babci.', picture: ['fruit', 'square'], hoursAgo: 121 },
      {
        text: 'Las po deszczu, z @tomek_z. Buty do wymiany, humor nie. #las',
        place: 'Puszcza Piska',
        picture: ['forest dawn', 'wide'],
        hoursAgo: 170,
        comments: [['tomek_z', 'Buty wyschną.']],
      },
      {
        text: 'Bałtyk bez parawanów. Tak, to możliwe. #morze',
        place: 'Dębki',
        picture: ['sea noon', 'wide'],
        hoursAgo: 216,
      },
      { text: 'Kawa jest od tego, żeby stygła przy dobrej rozmowie.', picture: ['coffee', 'square'], hoursAgo: 264 },
      { text: 'Noc tak jasna, że czytałam mapę bez latarki.', picture: ['hills night', 'wide'], hoursAgo: 312 },
    ],
  },
  {
    userName: 'tomek_z',
    bio: 'Rower, las, herbata z termosu.',
    language: 'pl',
    face: 23,
    stories: [
      {
        text: 'W lesie pachnie już jesienią. Czterdzieści kilometrów i ani jednego samochodu. #rower #las',
        place: 'Puszcza Kampinoska',
        picture: ['forest autumn', 'wide'],
        hoursAgo: 10,
        comments: [
          ['nora.field', 'I can smell this picture.'],
          ['kuba.n', 'Następnym razem jadę z tobą!'],
        ],
      },
      {
        text: 'Złapałem gumę dokładnie pod warsztatem rowerowym. Wierzę w przeznaczenie.',
        hoursAgo: 57,
        comments: [['samir', 'Suspiciously convenient.']],
      },
      {
        text: 'Świt nad łąkami, z @kuba.n i termosem. #świt',
        picture: ['hills dawn', 'wide'],
        hoursAgo: 105,
      },
    ],
  },
  {
    userName: 'ola.k',
    bio: 'Ilustratorka. Rysuję koty, nawet gdy nikt nie prosi.',
    language: 'pl',
    face: 31,
    stories: [
      {
        text: 'Martwa natura, bardzo żywe kolory. #rysunek',
        picture: ['fruit', 'tall'],
        hoursAgo: 22,
        comments: [
          ['lucia.mar', '¡Qué bonito! ¿Lo pintas tú?'],
          ['june_ok', 'I would hang this in my kitchen.'],
        ],
      },
      {
        text: 'Kot zatwierdził nowe biurko. To znaczy śpi na klawiaturze.',
        hoursAgo: 36,
        comments: [['marta_w', 'Czyli praca zrobiona.']],
      },
      {
        text: 'Wieczorne okna. Za każdym ktoś robi kolację. #miasto',
        place: 'Kraków',
        picture: ['town', 'wide'],
        hoursAgo: 80,
        comments: [['ines_v', 'Me has dado ganas de dibujarlas todas.']],
      },
    ],
  },
  {
    userName: 'kuba.n',
    bio: 'Góry zimą, planszówki latem.',
    language: 'pl',
    face: 33,
    stories: [
      {
        text: 'Jezioro zamarzło w jedną noc. Nawet kruki mówiły szeptem. #zima',
        place: 'Morskie Oko',
        picture: ['lake winter', 'wide'],
        hoursAgo: 8,
        comments: [
          ['paco_rios', 'Con queso esto mejora.'],
          ['tomek_z', 'Brat, gdzie ty masz czapkę?'],
        ],
      },
      {
        text: 'Szukamy czwartej osoby do planszówek w piątek. Warunek: umie przegrywać.',
        hoursAgo: 47,
        comments: [['ola.k', 'Umiem tylko wygrywać, co robimy?']],
      },
      {
        text: 'Mgła siedzi w dolinie, a my ponad nią. #góry',
        place: 'Bieszczady',
        picture: ['hills winter', 'tall'],
        hoursAgo: 95,
        comments: [['nora.field', 'Beautiful. Which path is this?']],
      },
    ],
  },
];
