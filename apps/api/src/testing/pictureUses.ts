import { groupPicture, messagePicture, type PictureUses, postPicture, profilePicture } from '@kith/domain';

/** What each kind of picture is used for, for tests that finish an upload in place of the worker. */
export const pictureUses: PictureUses = {
  post: postPicture,
  profile: profilePicture,
  message: messagePicture,
  chat: groupPicture,
};
