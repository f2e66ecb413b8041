interface Words {
  subject: string;
  hello: (name: string) => string;
  lead: string;
  button: string;
  ends: string;
  ignore: string;
}

const words: Record<'en' | 'es' | 'pl', Words> = {
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

/** The reset mail in one of the three languages. `name` follows the username rule and `link` is ours: neither needs escaping. */
export function resetMail(
  language: 'en' | 'es' | 'pl',
  name: string,
  link: string,
): { subject: string; text: string; html: string } {
  const w = words[language];
  return {
    subject: w.subject,
    text: `${w.hello(name)}\n\n${w.lead}\n\n${link}\n\n${w.ends}\n${w.ignore}\n\nKith\n`,
    html: `<!doctype html><html lang="${language}"><body style="font-family:sans-serif;line-height:1.5;max-width:32rem;margin:2rem auto;padding:0 1rem">
<p>${w.hello(name)}</p><p>${w.lead}</p>
<p><a href="${link}" style="display:inline-block;padding:.75rem 1.25rem;border-radius:2rem;background:#8a2f6b;color:#fff;text-decoration:none">${w.button}</a></p>
<p>${w.ends}<br>${w.ignore}</p><p>Kith</p></body></html>`,
  };
}
