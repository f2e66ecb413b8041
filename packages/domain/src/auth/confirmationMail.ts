import { type LinkMailWords, linkMail, type MailLanguage } from './mailLayout.ts';

const words: Record<MailLanguage, LinkMailWords> = {
  en: {
    subject: 'Confirm your email address for Kith',
    hello: (name) => `Hello ${name},`,
    lead: 'welcome! Please confirm that this is your email address. Then everything in Kith is open to you:',
    button: 'Confirm this address',
    ends: 'The link works once and for three days.',
    ignore: 'If you have not signed up with Kith, you need not do anything: the address is not confirmed without you.',
  },
  es: {
    subject: 'Confirma tu correo electrónico para Kith',
    hello: (name) => `Hola, ${name}:`,
    lead: '¡Te damos la bienvenida! Confirma que este es tu correo electrónico y tendrás todo Kith a tu disposición:',
    button: 'Confirmar este correo',
    ends: 'El enlace funciona una sola vez y durante tres días.',
    ignore: 'Si no te has registrado en Kith, no tienes que hacer nada: sin ti, el correo no se confirma.',
  },
  pl: {
    subject: 'Potwierdź swój adres e-mail w Kith',
    hello: (name) => `Cześć, ${name}!`,
    lead: 'Witamy! Potwierdź, że to Twój adres e-mail, a wszystko w Kith będzie dla Ciebie otwarte:',
    button: 'Potwierdź ten adres',
    ends: 'Link działa jeden raz i przez trzy dni.',
    ignore: 'Jeśli to nie Ty zakładasz konto w Kith, nie musisz nic robić: bez Ciebie adres nie zostanie potwierdzony.',
  },
};

/** The mail that asks a new member to confirm the address, in the given language. */
export const confirmationMail = (language: MailLanguage, name: string, link: string) =>
  linkMail(words, language, name, link);
