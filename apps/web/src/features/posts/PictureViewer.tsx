import * as Radix from '@radix-ui/react-dialog';
import PhotoSwipe from 'photoswipe';
import styles from 'photoswipe/style.css?url';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PictureOfPost } from '../../lib/types.ts';
import { pictureSource } from '../../ui/pictureSource.ts';
import { addVideos } from './video/viewerVideo.ts';

/** Returns an icon on a round background, like the icons on a post's pictures. It replaces an icon of the library. */
const icon = (path: string) =>
  `<svg aria-hidden="true" class="pswp__icn rounded-full bg-veil" viewBox="-8 -8 40 40" width="32" height="32">
    <g class="fill-none stroke-current text-over-picture" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round">${path}</g>
  </svg>`;
/** The icon of the button to the previous picture. The library mirrors it for the button to the next picture. */
const arrowIcon = icon('<path d="m15 18-6-6 6-6"/>').replace(
  'rounded-full bg-veil',
  '-mt-5! size-10! rounded-full bg-veil',
);
const icons = {
  arrowPrevSVG: arrowIcon,
  arrowNextSVG: arrowIcon,
  closeSVG: icon('<path d="M18 6 6 18M6 6l12 12"/>'),
  zoomSVG: icon(
    '<circle cx="11" cy="11" r="8"/><path d="m21 21-4.35-4.35M8 11h6"/><path class="pswp__zoom-icn-bar-v" d="M11 8v6"/>',
  ),
};

/** Calls `close` once the viewer is open. Before that, the library ignores calls to close. */
const closeOnceOpen = (swipe: PhotoSwipe, close: () => void): void => {
  if (swipe.opener.isOpen) close();
  else swipe.on('openingAnimationEnd', close);
};

interface Props {
  /** The accessible name of the viewer. */
  title: string;
  /** `label` describes a picture, even if its author gave no description. */
  pictures: (PictureOfPost & { label: string })[];
  /** The index of the picture to show first. */
  index: number;
  onClose: () => void;
}

/**
 * A full-screen viewer for the pictures and videos of a post or a message, with pinch, swipe, wheel, arrow keys and double tap. It
 * preloads only the pictures next to the visible one. The surrounding dialog handles the focus and the background.
 */
export default function PictureViewer({ title, pictures: all, index, onClose }: Props) {
  const { t } = useTranslation();
  const [host, setHost] = useState<HTMLElement | null>(null);
  const viewer = useRef<PhotoSwipe>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: later changes of the pictures do not affect an open viewer.
  useEffect(() => {
    if (!host) return;
    const ready = all.filter(({ status }) => status === 'ready');
    const pictures = ready.map((picture) => {
      const { src, srcSet } = pictureSource(picture);
      // A picture that is shown from its file has no stored sizes.
      const width = picture.widths.at(-1) ?? picture.width ?? 1;
      const height = Math.round((width * (picture.height ?? 1)) / (picture.width ?? 1));
      const shape = { width, height, alt: picture.label };
      return picture.kind === 'video'
        ? { ...shape, type: 'video', videoUrl: picture.videoUrl, poster: src }
        : { ...shape, src, srcset: srcSet ?? src };
    });
    const startIndex = ready.findIndex(({ imageId }) => imageId === all[index]?.imageId);
    const swipe = new PhotoSwipe({
      dataSource: pictures,
      index: Math.max(0, startIndex),
      appendToEl: host,
      bgOpacity: 1,
      wheelToZoom: true,
      escKey: false,
      trapFocus: false,
      returnFocus: false,
      showHideAnimationType: 'fade',
      showAnimationDuration: 150,
      hideAnimationDuration: 150,
      ...icons,
      closeTitle: t('common.close'),
      zoomTitle: t('post.zoom'),
      arrowPrevTitle: t('post.previousPicture'),
      arrowNextTitle: t('post.nextPicture'),
      errorMsg: t('post.pictureMissing'),
    });
    viewer.current = swipe;
    addVideos(swipe);
    swipe.on('uiRegister', () => {
      swipe.ui?.registerElement({
        name: 'description',
        appendTo: 'wrapper',
        onInit: (element) => {
          element.className =
            'pointer-events-none absolute inset-x-0 bottom-0 z-1 bg-veil px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-center text-15 text-over-picture empty:hidden';
          swipe.on('change', () => {
            const shown = ready[swipe.currIndex];
            element.textContent = shown?.alt ?? '';
            // The controls of a video are at the bottom.
            element.classList.toggle('top-15', shown?.kind === 'video');
            element.classList.toggle('bottom-auto!', shown?.kind === 'video');
          });
        },
      });
    });
    let unmounted = false;
    swipe.on('destroy', () => {
      if (!unmounted) onClose();
    });
    swipe.init();
    // The library gives its own element the role of a dialog, but no name.
    swipe.element?.setAttribute('aria-label', title);
    return () => {
      unmounted = true;
      closeOnceOpen(swipe, () => swipe.destroy());
    };
  }, [host]);
  return (
    <Radix.Root open>
      <link rel="stylesheet" href={styles} precedence="default" />
      <Radix.Portal>
        <Radix.Content
          ref={setHost}
          aria-modal
          aria-describedby={undefined}
          data-scroll-lock
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            (event.currentTarget as HTMLElement).focus();
          }}
          onEscapeKeyDown={(event) => {
            event.preventDefault();
            const swipe = viewer.current;
            if (swipe) closeOnceOpen(swipe, () => swipe.close());
          }}
          className="fixed inset-0 z-50 outline-none"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
