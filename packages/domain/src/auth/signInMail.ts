import { readDevice } from '@kith/contracts';
import { type LinkMailWords, linkMail, type MailLanguage } from './mailLayout.ts';

interface SignIn {
  userAgent: string;
  at: Date;
}

const unknown: Record<MailLanguage, string> = {
  en: 'an unknown browser',
  es: 'un navegador desconocido',
  pl: 'nieznana przeglądarka',
};

const on: Record<MailLanguage, string> = { en: 'on', es: 'en', pl: '–' };

/** Describes a browser in a mail, only by names from the list of `readDevice` and never by text that the browser sent. */
function nameOf(language: MailLanguage, userAgent: string): string {
  const { browser, system } = readDevice(userAgent);
  return browser && system ? `${browser} ${on[language]} ${system}` : (browser ?? system ?? unknown[language]);
}

const words = (device: string, when: string): Record<MailLanguage, LinkMailWords> => ({
  en: {
    subject: 'A new log-in to your Kith account',
    hello: (name) => `Hello ${name},`,
    lead: `somebody, hopefully you, logged in to your account from a browser we do not know: ${device}, ${when}. If it was not you, end that log-in and choose a new password here:`,
    button: 'It wasn’t me',
    ends: 'The link works once and for seven days.',
    ignore: 'If it was you, you need not do anything.',
  },
  es: {
    subject: 'Nuevo inicio de sesión en tu cuenta de Kith',
    hello: (name) => `Hola, ${name}:`,
    lead: `Alguien, esperamos que tú, ha entrado en tu cuenta desde un navegador que no conocemos: ${device}, ${when}. Si no has sido tú, cierra esa sesión y elige una nueva contraseña aquí:`,
    button: 'No he sido yo',
    ends: 'El enlace funciona una sola vez y durante siete días.',
    ignore: 'Si has sido tú, no tienes que hacer nada.',
  },
  pl: {
    subject: 'Nowe logowanie do Twojego konta w Kith',
    hello: (name) => `Cześć, ${name}!`,
    lead: `Ktoś, mamy nadzieję, że Ty, zalogował się na Twoje konto z przeglądarki, której nie znamy: ${device}, ${when}. Jeśli to nie Ty, zakończ tę sesję i ustaw nowe hasło tutaj:`,
    button: 'To nie ja',
    ends: 'Link działa jeden raz i przez siedem dni.',
    ignore: 'Jeśli to Ty, nie musisz nic robić.',
  },
});

/** The mail about a log-in from an unknown browser, in the given language. */
export function signInMail(language: MailLanguage, name: string, link: string, { userAgent, at }: SignIn) {
  const when = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return linkMail(words(nameOf(language, userAgent), when), language, name, link);
}
