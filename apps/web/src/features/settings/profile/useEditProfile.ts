import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { failureOf, failureText } from '../../../lib/failure.ts';
import { rememberViewer } from '../../../lib/member.ts';
import { useViewer } from '../../../lib/session.ts';
import { trpc } from '../../../lib/trpc.ts';
import type { OwnUser } from '../../../lib/types.ts';
import { uploadFile } from '../../../lib/upload.ts';

interface Changes {
  userName: string;
  bio: string;
  /** All of them, in order; unchanged if not given. */
  links?: string[];
  picture: Blob | undefined;
}

type Uploaded = OwnUser & { imageStatus: 'ready' | 'processing' };

/** Saves the texts, then the picture; what was saved is not sent again in a retry. */
export function useEditProfile(failName?: (text: string) => void) {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const viewer = useViewer();
  const [busy, setBusy] = useState(false);
  const [fraction, setFraction] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  const [linkError, setLinkError] = useState<{ at: number; text: string }>();

  const keep = (user: OwnUser) => {
    utils.auth.session.setData(undefined, (old) => old && { ...old, user });
    rememberViewer(user);
  };

  const saveWords = async ({ userName, bio, links }: Changes): Promise<boolean> => {
    // Links whose pages do not link back yet are checked again.
    const sameLinks = viewer.links.every(({ url, verified }, at) => verified && url === links?.[at]);
    const same = !links || (sameLinks && links.length === viewer.links.length);
    if (same && userName === viewer.userName && bio === viewer.bio) return true;
    try {
      keep(await api.users.update.mutate({ userId: viewer.userId, userName, bio, links }));
      return true;
    } catch (failure) {
      const { code, fields } = failureOf(failure);
      const [, at] = /^links\.(\d+)/.exec(fields[0]?.path ?? '') ?? [];
      if (code === 'username-taken' || fields[0]?.path === 'userName') failName?.(failureText(failure));
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

  /** True when everything is saved. */
  const save = async (changes: Changes): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    setLinkError(undefined);
    const saved = (await saveWords(changes)) && (await savePicture(changes.picture));
    setBusy(false);
    // The member's own posts, comments and list entries show name and picture.
    for (const shown of [utils.posts, utils.feed, utils.comments, utils.users, utils.follows]) void shown.invalidate();
    return saved;
  };

  return { save, busy, fraction, error, linkError };
}
