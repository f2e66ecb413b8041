let audible: HTMLMediaElement | null = null;

/** Called when a video or a voice message starts to sound. Whatever else sounds on the page is paused. */
export function takeSound(media: HTMLMediaElement): void {
  if (audible !== media) audible?.pause();
  audible = media;
}
