import { groupPicture } from './chats/groupPicture.ts';
import type { PictureUses } from './images/pictureUse.ts';
import { messagePicture } from './messages/messagePicture.ts';
import { postPicture } from './posts/postPicture.ts';
import { profilePicture } from './users/profilePicture.ts';

/** What each kind of picture is used for. */
export const pictureUses: PictureUses = {
  post: postPicture,
  profile: profilePicture,
  message: messagePicture,
  chat: groupPicture,
};
