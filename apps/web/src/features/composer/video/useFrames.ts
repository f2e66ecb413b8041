import { useEffect, useState } from 'react';
import { openFrames } from './frames.ts';
import type { Frame } from './PosterField.tsx';

const frameCount = 8;

/** The longest side, in pixels, of the small pictures of frames. */
const frameSide = 160;

interface Loaded {
  /** Null until it is known. */
  durationSeconds: number | null;
  frames: Frame[];
  /** Whether the browser cannot play the video, which may still be sent. */
  failed: boolean;
}

/** Returns the length of a video, and small pictures of frames, evenly over it. They appear one after the other. */
export function useFrames(file: Blob): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ durationSeconds: null, frames: [], failed: false });
  useEffect(() => {
    let unmounted = false;
    const urls: string[] = [];
    const load = async () => {
      const reader = await openFrames(file);
      const { durationSeconds } = reader;
      setLoaded({ durationSeconds, frames: [], failed: false });
      try {
        for (let index = 0; index < frameCount && !unmounted; index += 1) {
          const seconds = (durationSeconds * index) / frameCount;
          const canvas = await reader.frame(seconds, frameSide);
          const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg'));
          if (!blob || unmounted) break;
          const url = URL.createObjectURL(blob);
          urls.push(url);
          setLoaded((before) => ({ ...before, frames: [...before.frames, { seconds, url }] }));
        }
      } finally {
        reader.close();
      }
    };
    load().catch(() => {
      if (!unmounted) setLoaded((before) => ({ ...before, failed: true }));
    });
    return () => {
      unmounted = true;
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [file]);
  return loaded;
}
