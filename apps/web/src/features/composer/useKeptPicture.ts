import { useEffect, useState } from 'react';
import { keptPicture } from '../../lib/outbox/pictures.ts';

/** An address for a picture that waits beside the outbox, for as long as it is shown. */
export function useKeptPicture(id: string, wanted: boolean): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!wanted) return;
    let made: string | undefined;
    let over = false;
    void keptPicture(id).then((picture) => {
      if (!picture || over) return;
      made = URL.createObjectURL(picture);
      setUrl(made);
    });
    return () => {
      over = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [id, wanted]);
  return url;
}
