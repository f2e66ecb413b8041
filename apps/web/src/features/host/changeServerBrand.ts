import i18next from 'i18next';

/** Shows another name and picture wherever they are, after a host has changed them. See lib/serverBrand.ts. */
export function changeServerBrand({ name, pictureUrl }: { name: string; pictureUrl: string | null }): void {
  const { dataset } = document.documentElement;
  dataset.serverName = name;
  if (pictureUrl) dataset.serverPicture = pictureUrl;
  else delete dataset.serverPicture;
  const { interpolation } = i18next.options;
  if (interpolation) interpolation.defaultVariables = { server: name };
  // Renders all components with translations again.
  i18next.emit('languageChanged', i18next.language);
}
