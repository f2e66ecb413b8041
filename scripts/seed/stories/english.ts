import type { Person } from './story.ts';

export const english: Person[] = [
  {
    userName: 'nora.field',
    bio: 'Walks uphill, reads on the way down. Keeper of one very old dog.',
    language: 'en',
    face: 0,
    stories: [
      {
        text: 'Up before the birds. Worth every cold finger. #sunrise #hills',
        place: 'Langdale',
        picture: ['hills dawn', 'wide'],
        hoursAgo: 3,
        comments: [
          ['tomek_z', 'That light! What time did you leave?'],
          ['samir', 'I was asleep and I regret nothing.'],
          ['nora.field', 'Half past four, and Biscuit was already at the door.'],
        ],
      },
      {
        text: 'The dog has decided that the sofa is his. We have started negotiations.',
        hoursAgo: 30,
        comments: [['june_ok', 'He will win.']],
      },
      {
        text: 'Fog so thick you could spread it on toast. @samir you would have hated it. #forest',
        place: 'Whinlatter',
        picture: ['forest winter', 'tall'],
        hoursAgo: 76,
        comments: [['samir', 'Correct.']],
      },
      { text: 'Book club on Thursday, my kitchen, soup provided. Bring the one you could not finish.', hoursAgo: 120 },
      {
        text: 'Found the good bench. Not telling anyone which one. #lake',
        place: 'Buttermere',
        picture: ['lake autumn', 'tall'],
        hoursAgo: 144,
        comments: [['theo-b', 'Third from the boathouse. Everybody knows.']],
      },
      { text: 'Market day. I went for eggs. #saturday', picture: ['flowers', 'square'], hoursAgo: 171 },
      {
        text: 'First snow on the tops, and the flask earned its place. #hills #winter',
        place: 'Helvellyn',
        picture: ['hills winter', 'wide'],
        hoursAgo: 218,
        comments: [['kuba.n', 'Now you are talking.']],
      },
      {
        text: 'Last bus missed, best view gained.',
        place: 'Keswick',
        picture: ['town', 'square'],
        hoursAgo: 265,
      },
      { text: 'Somewhere in there is a very happy dog. #forest', picture: ['forest autumn', 'wide'], hoursAgo: 290 },
    ],
  },
  {
    userName: 'samir',
    bio: 'Bakes bread, breaks code. Leeds.',
    language: 'en',
    face: 32,
    stories: [
      {
        text: 'Coffee first, then the rest of the week. #coffee',
        place: 'Leeds',
        picture: ['coffee', 'wide'],
        hoursAgo: 9,
        comments: [
          ['lucia.mar', '¿Eso son galletas de chocolate? Guárdame una.'],
          ['nora.field', 'The board looks like my kitchen floor. Nice.'],
        ],
      },
      { text: 'Day nine of the sourdough starter. It has a name now. It is called Gary. #sourdough', hoursAgo: 52 },
      {
        text: 'Evening from the office roof. Nobody tell facilities. #city',
        picture: ['town', 'wide'],
        hoursAgo: 98,
        comments: [['june_ok', 'Facilities here. Hello.']],
      },
    ],
  },
  {
    userName: 'june_ok',
    bio: 'Ceramics and questionable puns.',
    language: 'en',
    face: 43,
    stories: [
      {
        text: 'Twelve tiles down, four hundred to go. #ceramics #tiles',
        picture: ['tiles', 'square'],
        hoursAgo: 6,
        comments: [
          ['paco_rios', 'Parece Sevilla. Me encanta.'],
          ['ola.k', 'Piękne! Sprzedajesz je?'],
          ['june_ok', 'Not for sale, but you can come and wash brushes.'],
        ],
      },
      {
        text: 'Stole these from my own garden. #flowers',
        picture: ['flowers', 'tall'],
        hoursAgo: 44,
        comments: [['marta_w', 'Jakie śliczne, poproszę nasiona.']],
      },
      { text: 'Is it still a mug if the handle fell off, or do I make bowls now?', hoursAgo: 101 },
    ],
  },
  {
    userName: 'theo-b',
    bio: 'Small boats, big weather.',
    language: 'en',
    face: 9,
    stories: [
      {
        text: 'Flat calm, a borrowed boat and nowhere to be. #sailing',
        place: 'Falmouth',
        picture: ['sea noon', 'wide'],
        hoursAgo: 15,
        comments: [['diego', 'Qué envidia. Aquí llueve.']],
      },
      {
        text: 'Came in with the last of the light, with @diego at the tiller. #dusk',
        picture: ['sea dusk', 'wide'],
        hoursAgo: 84,
        comments: [['diego', 'Y sin encallar ni una vez.']],
      },
      { text: 'Anyone got a spare bilge pump? Asking for a friend who is quite wet.', hoursAgo: 60 },
    ],
  },
];
