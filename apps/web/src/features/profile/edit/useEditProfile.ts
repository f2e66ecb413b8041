import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { failureOf, failureText } from '../../../lib/failure.ts';
import { rememberViewer } from '../../../lib/member.ts';
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
  if (name !== 'links') return value === viewer[name as keyof OwnUser];
  const urls = value as string[];
  return urls.length === viewer.links.length && viewer.links.every((old, at) => old.verified && old.url === urls[at]);
}

type Uploaded = OwnUser & { imageStatus: 'ready' | 'processing' };

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
    try {
      setFraction(0);
      const path = `/users/${viewer.userId}/profile-picture`;
      const { imageStatus, ...user } = await uploadFile<Uploaded>(path, picture, setFraction);
      keep(user);
      if (imageStatus === 'processing') setTimeout(() => void utils.auth.session.invalidate(), 5_000);
      return true;
    } catch (failure) {
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
    // Posts, comments and lists contain the member's name and picture, so they are refetched.
    for (const shown of [utils.posts, utils.feed, utils.comments, utils.users, utils.follows, utils.chats])
      void shown.invalidate();
    return saved;
  };

  return { save, busy, fraction, error, nameError, linkError };
}
