import { useEffect, useState } from 'react';
import { readPictures } from './pictures.ts';

/**
 * Returns an object URL of the first picture, or of a prepared video's poster, stored for an outbox entry. The URL is revoked when the
 * component unmounts.
 */
export function useStoredPicture(id: string, enabled: boolean): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!enabled) return;
    let objectUrl: string | undefined;
    let unmounted = false;
    void readPictures(id).then(([picture]) => {
      if (!picture || picture.edits || unmounted) return;
      objectUrl = URL.createObjectURL(picture.video?.poster ?? picture.file);
      setUrl(objectUrl);
    });
    return () => {
      unmounted = true;
      if (objectUrl) URL.revokeObjectURL(objectUrl);
    };
  }, [id, enabled]);
  return url;
}
