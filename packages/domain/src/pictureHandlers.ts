import { groupPicture } from './chats/groupPicture.ts';
import { serverPicture } from './host/changeServer.ts';
import type { PictureHandlers } from './images/pictureHandler.ts';
import { linkPicture } from './linkPreviews/linkPicture.ts';
import { messagePicture } from './messages/messagePicture.ts';
import { postPicture } from './posts/postPicture.ts';
import { profilePicture } from './users/profilePicture.ts';

/** The handlers of all kinds of pictures. */
export const pictureHandlers: PictureHandlers = {
  post: postPicture,
  profile: profilePicture,
  message: messagePicture,
  chat: groupPicture,
  server: serverPicture,
  link: linkPicture,
};
