const { dataset } = document.documentElement;

/** The name and picture of the server, which the server writes into the page. Without a picture, Kith's logo is shown. */
export const serverFace = () => ({ name: dataset.serverName ?? 'Kith', pictureUrl: dataset.serverPicture ?? null });
