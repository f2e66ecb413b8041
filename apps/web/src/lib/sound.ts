let audible: HTMLMediaElement | null = null;

/** Called when a video or a voice message starts to sound. Whatever else sounds on the page is paused. */
export function takeSound(media: HTMLMediaElement): void {
  if (audible !== media) audible?.pause();
  audible = media;
}

/** Whether `play` rejected because the media was paused, or another file was loaded, before it could start. */
export const wasInterrupted = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';
