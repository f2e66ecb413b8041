import type PhotoSwipe from 'photoswipe';
import type { SlideData } from 'photoswipe';
import { takeSound } from '../../../lib/sound.ts';
import { takePlace } from './playing.ts';

/** The height, in pixels, of the browser's controls at the bottom of a video, which are dragged without moving the slide. */
const controlsHeight = 72;

interface VideoSlide extends SlideData {
  videoUrl?: string | undefined;
}

const videoOf = (content: { element?: HTMLElement | undefined }): HTMLVideoElement | undefined =>
  content.element instanceof HTMLVideoElement ? content.element : undefined;

function makeVideo({ videoUrl = '', poster, alt = '' }: VideoSlide & { poster?: string }): HTMLVideoElement {
  const video = document.createElement('video');
  video.src = videoUrl;
  if (poster) video.poster = poster;
  video.controls = true;
  video.playsInline = true;
  video.preload = 'metadata';
  video.tabIndex = 0;
  video.ariaLabel = alt;
  video.className = 'size-full object-contain';
  video.onplay = () => {
    takeSound(video);
    takePlace(video);
  };
  return video;
}

/** Starts a video with its sound or, if the browser allows that only after a tap on the page, without. */
async function start(video: HTMLVideoElement): Promise<void> {
  await video.play().catch(() => {
    video.muted = true;
    return video.play();
  });
}

/**
 * Lets a viewer show slides of the type `video`, with the browser's controls: sound, position, speed, full screen. The visible one
 * plays, the others are paused. With the focus on a video, the arrow keys move within it.
 */
export function addVideos(swipe: PhotoSwipe): void {
  swipe.on('contentLoad', (event) => {
    const { content } = event;
    if (content.type !== 'video') return;
    event.preventDefault();
    // The library's types allow only pictures and blocks, but it treats every element alike.
    content.element = makeVideo(content.data) as HTMLElement as HTMLDivElement;
    content.onLoaded();
  });
  swipe.addFilter('isContentZoomable', (zoomable, content) => zoomable && content.type !== 'video');
  swipe.on('contentActivate', ({ content }) => {
    const video = videoOf(content);
    if (video) void start(video).catch(() => undefined);
  });
  swipe.on('contentDeactivate', ({ content }) => videoOf(content)?.pause());
  swipe.on('contentDestroy', ({ content }) => {
    const video = videoOf(content);
    video?.pause();
    video?.removeAttribute('src');
  });
  swipe.on('pointerDown', (event) => {
    const { target, clientY } = event.originalEvent;
    if (target instanceof HTMLVideoElement && clientY > target.getBoundingClientRect().bottom - controlsHeight)
      event.preventDefault();
  });
  swipe.on('keydown', (event) => {
    if (document.activeElement instanceof HTMLVideoElement) event.preventDefault();
  });
}
