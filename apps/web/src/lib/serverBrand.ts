/** The name and picture of the server, which the server writes into the page. Without a picture, Kith's logo is shown. */
export function serverBrand(): { name: string; pictureUrl: string | null } {
  const { serverName = 'Kith', serverPicture = null } = document.documentElement.dataset;
  return { name: serverName, pictureUrl: serverPicture };
}
