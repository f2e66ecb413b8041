import { createHash } from 'node:crypto';

const style =
  'body{font:1.0625rem/1.5 system-ui,sans-serif;max-width:26rem;margin:12vh auto;padding:0 1.5rem;color-scheme:light dark}' +
  'input,button{font:inherit;padding:.75rem;border-radius:.75rem;border:1px solid;width:100%;box-sizing:border-box;margin-top:.5rem}';

/**
 * The CSP of the sign-in page. It allows the page's style and the icon, and nothing else. Form targets are not restricted,
 * because the form redirects to where the sign-in began.
 */
export const standInPolicy = `default-src 'none'; img-src 'self'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'`;

/** The stand-in's sign-in form. Contains no user input. */
export const signInPage = (action: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><title>Development sign-in</title>
<style>${style}</style></head><body>
<h1>Development sign-in</h1>
<p><strong>This is not Google.</strong> It stands in for it while no identity provider is set: any address signs in, without a password.</p>
<form method="post" action="${action}">
<label>E-mail address<input name="email" type="email" required autofocus autocomplete="email"></label>
<button type="submit">Continue</button>
</form>
<form method="post" action="${action}"><button type="submit" name="cancel" value="1">Cancel</button></form>
</body></html>`;
