import { type LinkMailWords, linkMail, type MailLanguage } from './mailLayout.ts';

const words: Record<MailLanguage, LinkMailWords> = {
  en: {
    subject: 'Choose a new password for Kith',
    hello: (name) => `Hello ${name},`,
    lead: 'somebody, hopefully you, asked to set a new password for your account. You can choose one here:',
    button: 'Choose a new password',
    ends: 'The link works once and for one hour.',
    ignore: 'If it was not you, you need not do anything: your password stays as it is.',
  },
  es: {
    subject: 'Elige una nueva contraseña para Kith',
    hello: (name) => `Hola, ${name}:`,
    lead: 'Alguien, esperamos que tú, ha pedido una nueva contraseña para tu cuenta. Puedes elegirla aquí:',
    button: 'Elegir una nueva contraseña',
    ends: 'El enlace funciona una sola vez y durante una hora.',
    ignore: 'Si no has sido tú, no tienes que hacer nada: tu contraseña sigue igual.',
  },
  pl: {
    subject: 'Ustaw nowe hasło do Kith',
    hello: (name) => `Cześć, ${name}!`,
    lead: 'Ktoś, mamy nadzieję, że Ty, poprosił o nowe hasło do Twojego konta. Możesz je ustawić tutaj:',
    button: 'Ustaw nowe hasło',
    ends: 'Link działa jeden raz i przez godzinę.',
    ignore: 'Jeśli to nie Ty, nie musisz nic robić: hasło pozostanie bez zmian.',
  },
};

/** The mail with the reset link, in the given language. */
export const resetMail = (language: MailLanguage, name: string, link: string) => linkMail(words, language, name, link);
