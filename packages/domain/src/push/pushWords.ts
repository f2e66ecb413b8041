/** What a push says: its kind, the names of members, and the number of people or messages. */
export interface PushContent {
  kind:
    | 'message'
    | 'group'
    | 'groupMention'
    | 'messageRequest'
    | 'request'
    | 'follow'
    | 'accepted'
    | 'like'
    | 'comment'
    | 'reply'
    | 'commentLike'
    | 'mention';
  /** The names of members, newest first; at least one. */
  names: string[];
  /** The number of people or, in a push about messages, of messages. */
  count: number;
}

type Language = 'en' | 'es' | 'pl';
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
/** The templates for one person, for two, and for more. */
type ActorForms = [one: string, two: string, more: Forms];

interface Words {
  message: Forms;
  group: Forms;
  groupMention: string;
  messageRequest: string;
  request: string;
  follow: ActorForms;
  accepted: ActorForms;
  like: ActorForms;
  comment: ActorForms;
  reply: ActorForms;
  commentLike: ActorForms;
  mention: ActorForms;
}

/**
 * The braces contain placeholders: `n` is the first name, `o` the second (or a group's name), `c` the number. Where the web app
 * has the same text, a test compares the two.
 */
const words: Record<Language, Words> = {
  en: {
    message: { one: '{n} sent you a message', other: '{n} sent you {c} messages' },
    group: { one: '{o}: a message from {n}', other: '{o}: {c} messages, the last from {n}' },
    groupMention: '{o}: {n} mentioned you',
    messageRequest: '{n} wants to write to you',
    request: '{n} asks to follow you',
    follow: [
      '{n} started following you',
      '{n} and {o} started following you',
      { one: '{n} and {c} other started following you', other: '{n} and {c} others started following you' },
    ],
    accepted: [
      '{n} accepted your request',
      '{n} and {o} accepted your requests',
      { one: '{n} and {c} other accepted your requests', other: '{n} and {c} others accepted your requests' },
    ],
    like: [
      '{n} liked your post',
      '{n} and {o} liked your post',
      { one: '{n} and {c} other liked your post', other: '{n} and {c} others liked your post' },
    ],
    comment: [
      '{n} commented on your post',
      '{n} and {o} commented on your post',
      { one: '{n} and {c} other commented on your post', other: '{n} and {c} others commented on your post' },
    ],
    reply: [
      '{n} replied to you',
      '{n} and {o} replied to you',
      { one: '{n} and {c} other replied to you', other: '{n} and {c} others replied to you' },
    ],
    commentLike: [
      '{n} liked your comment',
      '{n} and {o} liked your comment',
      { one: '{n} and {c} other liked your comment', other: '{n} and {c} others liked your comment' },
    ],
    mention: [
      '{n} mentioned you in a post',
      '{n} and {o} mentioned you in a post',
      { one: '{n} and {c} other mentioned you in a post', other: '{n} and {c} others mentioned you in a post' },
    ],
  },
  es: {
    message: {
      one: '{n} te ha enviado un mensaje',
      other: '{n} te ha enviado {c} mensajes',
    },
    group: { one: '{o}: un mensaje de {n}', other: '{o}: {c} mensajes, el último de {n}' },
    groupMention: '{o}: {n} te ha mencionado',
    messageRequest: '{n} quiere escribirte',
    request: '{n} quiere seguirte',
    follow: [
      '{n} ha empezado a seguirte',
      '{n} y {o} han empezado a seguirte',
      {
        one: '{n} y {c} persona más han empezado a seguirte',
        other: '{n} y {c} personas más han empezado a seguirte',
      },
    ],
    accepted: [
      '{n} ha aceptado tu solicitud',
      '{n} y {o} han aceptado tus solicitudes',
      {
        one: '{n} y {c} persona más han aceptado tus solicitudes',
        other: '{n} y {c} personas más han aceptado tus solicitudes',
      },
    ],
    like: [
      'A {n} le gusta tu publicación',
      'A {n} y a {o} les gusta tu publicación',
      {
        one: 'A {n} y a {c} persona más les gusta tu publicación',
        other: 'A {n} y a {c} personas más les gusta tu publicación',
      },
    ],
    comment: [
      '{n} ha comentado tu publicación',
      '{n} y {o} han comentado tu publicación',
      {
        one: '{n} y {c} persona más han comentado tu publicación',
        other: '{n} y {c} personas más han comentado tu publicación',
      },
    ],
    reply: [
      '{n} te ha respondido',
      '{n} y {o} te han respondido',
      { one: '{n} y {c} persona más te han respondido', other: '{n} y {c} personas más te han respondido' },
    ],
    commentLike: [
      'A {n} le gusta tu comentario',
      'A {n} y a {o} les gusta tu comentario',
      {
        one: 'A {n} y a {c} persona más les gusta tu comentario',
        other: 'A {n} y a {c} personas más les gusta tu comentario',
      },
    ],
    mention: [
      '{n} te ha mencionado en una publicación',
      '{n} y {o} te han mencionado en una publicación',
      {
        one: '{n} y {c} persona más te han mencionado en una publicación',
        other: '{n} y {c} personas más te han mencionado en una publicación',
      },
    ],
  },
  pl: {
    message: {
      one: '{n} pisze do ciebie',
      few: '{n}: {c} nowe wiadomości',
      many: '{n}: {c} nowych wiadomości',
      other: '{n}: {c} nowej wiadomości',
    },
    group: {
      one: '{o}: wiadomość od {n}',
      few: '{o}: {c} wiadomości, ostatnia od {n}',
      many: '{o}: {c} wiadomości, ostatnia od {n}',
      other: '{o}: {c} wiadomości, ostatnia od {n}',
    },
    groupMention: '{o}: {n} wspomina o tobie',
    messageRequest: '{n} chce do ciebie napisać',
    request: '{n} chce cię obserwować',
    follow: [
      '{n} cię obserwuje',
      '{n} i {o} cię obserwują',
      {
        one: '{n} i {c} inna osoba cię obserwują',
        few: '{n} i {c} inne osoby cię obserwują',
        many: '{n} i {c} innych osób cię obserwują',
        other: '{n} i {c} innej osoby cię obserwują',
      },
    ],
    accepted: [
      '{n} przyjmuje twoją prośbę',
      '{n} i {o} przyjmują twoje prośby',
      {
        one: '{n} i {c} inna osoba przyjmują twoje prośby',
        few: '{n} i {c} inne osoby przyjmują twoje prośby',
        many: '{n} i {c} innych osób przyjmują twoje prośby',
        other: '{n} i {c} innej osoby przyjmują twoje prośby',
      },
    ],
    like: [
      '{n} lubi twój post',
      '{n} i {o} lubią twój post',
      {
        one: '{n} i {c} inna osoba lubią twój post',
        few: '{n} i {c} inne osoby lubią twój post',
        many: '{n} i {c} innych osób lubią twój post',
        other: '{n} i {c} innej osoby lubią twój post',
      },
    ],
    comment: [
      '{n} komentuje twój post',
      '{n} i {o} komentują twój post',
      {
        one: '{n} i {c} inna osoba komentują twój post',
        few: '{n} i {c} inne osoby komentują twój post',
        many: '{n} i {c} innych osób komentują twój post',
        other: '{n} i {c} innej osoby komentują twój post',
      },
    ],
    reply: [
      '{n} ci odpowiada',
      '{n} i {o} ci odpowiadają',
      {
        one: '{n} i {c} inna osoba ci odpowiadają',
        few: '{n} i {c} inne osoby ci odpowiadają',
        many: '{n} i {c} innych osób ci odpowiadają',
        other: '{n} i {c} innej osoby ci odpowiadają',
      },
    ],
    commentLike: [
      '{n} lubi twój komentarz',
      '{n} i {o} lubią twój komentarz',
      {
        one: '{n} i {c} inna osoba lubią twój komentarz',
        few: '{n} i {c} inne osoby lubią twój komentarz',
        many: '{n} i {c} innych osób lubią twój komentarz',
        other: '{n} i {c} innej osoby lubią twój komentarz',
      },
    ],
    mention: [
      '{n} wspomina o tobie w poście',
      '{n} i {o} wspominają o tobie w poście',
      {
        one: '{n} i {c} inna osoba wspominają o tobie w poście',
        few: '{n} i {c} inne osoby wspominają o tobie w poście',
        many: '{n} i {c} innych osób wspominają o tobie w poście',
        other: '{n} i {c} innej osoby wspominają o tobie w poście',
      },
    ],
  },
};

const rules = { en: new Intl.PluralRules('en'), es: new Intl.PluralRules('es'), pl: new Intl.PluralRules('pl') };

const pluralised = (language: Language, forms: Forms, count: number): string =>
  forms[rules[language].select(count)] ?? forms.other;

/** The line that a device shows: who did what. It contains no member's text, because anybody nearby can read it. */
export function pushWords(language: Language, { kind, names, count }: PushContent): string {
  const [name = '', other] = names;
  const fill = (text: string, number: number) =>
    text.replace(/\{([noc])\}/g, (_, what) => (what === 'n' ? name : what === 'o' ? (other ?? '') : String(number)));
  if (kind === 'request' || kind === 'messageRequest' || kind === 'groupMention') return fill(words[language][kind], 1);
  if (kind === 'message' || kind === 'group') return fill(pluralised(language, words[language][kind], count), count);
  const [one, two, more] = words[language][kind];
  const others = Math.max(count, names.length) - 1;
  if (others <= 0) return fill(one, 0);
  return others === 1 && other ? fill(two, 0) : fill(pluralised(language, more, others), others);
}

/**
 * The texts for a reply that is written in the push itself: the button, the hint in the text field, and the notice that the
 * reply is not sent yet.
 */
export const replyWords: Record<Language, { action: string; hint: string; waits: string }> = {
  en: {
    action: 'Reply',
    hint: 'Write a message…',
    waits: 'Your reply has not been sent yet. It goes out when you open Kith.',
  },
  es: {
    action: 'Responder',
    hint: 'Escribe un mensaje…',
    waits: 'Tu respuesta aún no se ha enviado. Se enviará cuando abras Kith.',
  },
  pl: {
    action: 'Odpowiedz',
    hint: 'Napisz wiadomość…',
    waits: 'Odpowiedź nie została jeszcze wysłana. Wyjdzie, gdy otworzysz Kith.',
  },
};
