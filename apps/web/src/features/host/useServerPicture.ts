import type { ServerSettings } from '@kith/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { failureText } from '../../lib/failure.ts';
import { trpc } from '../../lib/trpc.ts';
import { uploadFile } from '../../lib/upload.ts';
import { changeServerBrand } from './changeServerBrand.ts';

type Uploaded = ServerSettings & { imageStatus: 'ready' | 'processing' };

/** How often, in milliseconds, and how many times to ask whether the server has made the sizes of a new picture. */
const pictureWait = { interval: 2_000, most: 20 };

/** Uploads and removes the picture of the server. `fraction` is the part that has been sent, from 0 to 1; null while none is. */
export function useServerPicture() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const [fraction, setFraction] = useState<number | null>(null);
  const [error, setError] = useState<string>();

  /** Waits until the server shows another picture than this one, or has given up. */
  const replaced = async (former: string | null): Promise<void> => {
    for (let asked = 0; asked < pictureWait.most; asked += 1) {
      await new Promise((resolve) => setTimeout(resolve, pictureWait.interval));
      const settings = await utils.host.settings.fetch(undefined, { staleTime: 0 });
      changeServerBrand(settings);
      if (settings.pictureUrl !== former) return;
    }
  };

  const attempt = async (action: () => Promise<void>): Promise<boolean> => {
    setError(undefined);
    try {
      await action();
      return true;
    } catch (failure) {
      setError(`${t('host.server.pictureFailed')} ${failureText(failure)}`);
      return false;
    } finally {
      setFraction(null);
      void utils.host.log.invalidate();
    }
  };

  /** Returns whether the picture is stored. */
  const save = (picture: Blob): Promise<boolean> =>
    attempt(async () => {
      setFraction(0);
      const former = utils.host.settings.getData()?.pictureUrl ?? null;
      const { imageStatus, ...settings } = await uploadFile<Uploaded>('/host/server/picture', picture, setFraction);
      utils.host.settings.setData(undefined, settings);
      changeServerBrand(settings);
      if (imageStatus === 'processing') void replaced(former).catch(() => undefined);
    });

  const remove = (): Promise<boolean> =>
    attempt(async () => {
      await api.host.removePicture.mutate();
      changeServerBrand(await utils.host.settings.fetch(undefined, { staleTime: 0 }));
    });

  return { save, remove, fraction, error };
}
