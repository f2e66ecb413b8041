import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { failureOf, failureText } from '../../../lib/failure.ts';
import { rememberViewer } from '../../../lib/member.ts';
import { newPicture } from '../../../lib/newPicture.ts';
import { trpc } from '../../../lib/trpc.ts';
import type { OwnUser } from '../../../lib/types.ts';
import { uploadFile } from '../../../lib/upload.ts';
import { useViewer } from '../../../lib/viewerContext.ts';

/** The fields of the form that the server accepts. Omitted fields stay unchanged. */
type Words = Omit<Parameters<typeof api.users.update.mutate>[0], 'userId'>;

interface Changes extends Words {
  picture: Blob | undefined;
}

/** Returns whether a field is unchanged. Unverified links count as changed, so that the server checks them again. */
function isSame(viewer: OwnUser, name: string, value: unknown): boolean {
  if (name !== 'links') return JSON.stringify(value) === JSON.stringify(viewer[name as keyof OwnUser]);
  const urls = value as string[];
  return urls.length === viewer.links.length && viewer.links.every((old, at) => old.verified && old.url === urls[at]);
}

type Uploaded = OwnUser & { imageStatus: 'ready' | 'processing' };

/** How often, in milliseconds, and for how long to ask whether the server has made the sizes of a new picture. */
const pictureWait = { interval: 5_000, most: 60_000 };

/** Saves the texts, then the picture. A retry does not send again what has already been saved. */
export function useEditProfile(failName?: (text: string) => void) {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const viewer = useViewer();
  const [busy, setBusy] = useState(false);
  const [fraction, setFraction] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  const [nameError, setNameError] = useState<string>();
  const [linkError, setLinkError] = useState<{ at: number; text: string }>();

  const keep = (user: OwnUser) => {
    utils.auth.session.setData(undefined, (old) => old && { ...old, user });
    rememberViewer(user);
  };

  const shownPicture = () => utils.auth.session.getData()?.user.profilePicture ?? null;

  // Posts, comments and lists contain the member's name and picture, so they are refetched.
  const refetch = () => {
    for (const shown of [utils.posts, utils.feed, utils.comments, utils.users, utils.follows, utils.chats])
      void shown.invalidate();
  };

  /** Waits until the server shows another picture than this one, or has given up. */
  const replaced = async (former: string | null): Promise<void> => {
    const { interval, most } = pictureWait;
    for (let waited = 0; waited < most && shownPicture() === former; waited += interval) {
      await new Promise((resolve) => setTimeout(resolve, interval));
      await utils.auth.session.invalidate();
    }
    refetch();
  };

  const saveWords = async (words: Words): Promise<boolean> => {
    if (Object.entries(words).every(([name, value]) => isSame(viewer, name, value))) return true;
    try {
      keep(await api.users.update.mutate({ ...words, userId: viewer.userId }));
      return true;
    } catch (failure) {
      const { code, fields } = failureOf(failure);
      const [, at] = /^links\.(\d+)/.exec(fields[0]?.path ?? '') ?? [];
      if (code === 'username-taken' || fields[0]?.path === 'userName') failName?.(failureText(failure));
      else if (fields[0]?.path === 'displayName') setNameError(failureText(failure));
      else if (at) setLinkError({ at: Number(at), text: failureText(failure) });
      else setError(t('editProfile.failed', { message: failureText(failure) }));
      return false;
    }
  };

  const savePicture = async (picture: Blob | undefined): Promise<boolean> => {
    if (!picture) return true;
    const { userId } = viewer;
    const replaces = shownPicture();
    const url = URL.createObjectURL(picture);
    const forget = () => {
      if (newPicture.get()?.url === url) newPicture.set(null);
      URL.revokeObjectURL(url);
    };
    newPicture.set({ userId, url, replaces });
    try {
      setFraction(0);
      const { imageStatus, ...user } = await uploadFile<Uploaded>(
        `/users/${userId}/profile-picture`,
        picture,
        setFraction,
      );
      keep(user);
      if (imageStatus === 'processing') void replaced(replaces).then(forget);
      else forget();
      return true;
    } catch (failure) {
      forget();
      setError(`${t('editProfile.pictureFailed')}. ${failureText(failure)}`);
      return false;
    } finally {
      setFraction(null);
    }
  };

  /** Returns true if everything has been saved. */
  const save = async ({ picture, ...words }: Changes): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    setNameError(undefined);
    setLinkError(undefined);
    const saved = (await saveWords(words)) && (await savePicture(picture));
    setBusy(false);
    refetch();
    return saved;
  };

  return { save, busy, fraction, error, nameError, linkError };
}
