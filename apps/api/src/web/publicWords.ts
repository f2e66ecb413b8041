import type { ServerSettingsValues } from '@kith/domain';

const words = {
  en: {
    ...{ on: 'on', logIn: 'Log in', join: 'Join', likes: 'Likes', comments: 'Comments', posts: 'Posts' },
    ...{ none: 'No posts yet', cancelled: 'Called off', picture: 'Picture' },
    verified: 'Verified: this page links back to the profile',
  },
  es: {
    ...{ on: 'en', logIn: 'Iniciar sesión', join: 'Únete', likes: 'Me gusta', comments: 'Comentarios' },
    ...{ posts: 'Publicaciones', none: 'Todavía no hay publicaciones', cancelled: 'Cancelado', picture: 'Foto' },
    verified: 'Verificado: esta página enlaza con el perfil',
  },
  pl: {
    ...{ on: 'na', logIn: 'Zaloguj się', join: 'Dołącz', likes: 'Polubienia', comments: 'Komentarze' },
    ...{ posts: 'Posty', none: 'Nie ma jeszcze postów', cancelled: 'Odwołane', picture: 'Zdjęcie' },
    verified: 'Zweryfikowano: ta strona prowadzi do profilu',
  },
};
export type PageLanguage = keyof typeof words;

/** The first language of `accept-language` that Kith supports, ignoring weights; otherwise English. */
export const languageOf = (accepted: string | undefined): PageLanguage =>
  ((accepted ?? '').toLowerCase().match(/\b(?:en|es|pl)\b/)?.[0] as PageLanguage | undefined) ?? 'en';

/** What a public page depends on besides its content. */
export interface Site {
  origin: string;
  server: Pick<ServerSettingsValues, 'name' | 'pictureUrl'>;
  language: PageLanguage;
  /** Whether everybody may sign up. */
  open: boolean;
  /** The paths of the built fonts, the one for further Latin letters last. Empty without a build. */
  fonts: string[];
}

export function wordsOf({ language, server }: Site) {
  const say = words[language];
  return { ...say, on: `${say.on} ${server.name}` };
}
