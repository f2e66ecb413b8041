import { useEffect, useState } from 'react';
import { keptPictures } from './pictures.ts';

/** An object URL of the first picture stored for an outbox entry. It is revoked when the component unmounts. */
export function useKeptPicture(id: string, wanted: boolean): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!wanted) return;
    let made: string | undefined;
    let over = false;
    void keptPictures(id).then(([picture]) => {
      if (!picture || over) return;
      made = URL.createObjectURL(picture.file);
      setUrl(made);
    });
    return () => {
      over = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [id, wanted]);
  return url;
}
