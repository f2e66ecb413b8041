import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../lib/announce.ts';
import type { PictureOfPost } from '../../lib/types.ts';
import { cx } from '../../ui/cx.ts';

interface StepProps {
  label: string;
  side: string;
  onClick: () => void;
  children: ReactNode;
}

/** A button that leads to the previous or next picture, for readers who cannot swipe. */
const StepButton = ({ label, side, onClick, children }: StepProps) => (
  <button
    type="button"
    aria-label={label}
    onClick={onClick}
    className={cx('absolute inset-y-0 my-auto grid size-11 place-items-center pointer-coarse:sr-only', side)}
  >
    <span className="grid size-8 place-items-center rounded-full bg-veil text-over-picture">{children}</span>
  </button>
);

export interface RowProps {
  pictures: PictureOfPost[];
  /**
   * Renders a picture. `near` says whether to load it. The pictures that the reader has reached are loaded, and the next one.
   */
  show: (picture: PictureOfPost, index: number, near?: boolean) => ReactNode;
}

/** Several pictures side by side, in a frame with the aspect ratio of the first. The reader swipes from one to the next. */
export default function PictureRow({ pictures, show }: RowProps) {
  const { t } = useTranslation();
  const row = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const [furthest, setFurthest] = useState(0);
  const count = pictures.length;
  const scrollToPicture = (index: number) => {
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    row.current?.scrollTo({ left: index * row.current.clientWidth, behavior: reducedMotion ? 'instant' : 'smooth' });
  };
  return (
    <div role="group" aria-label={t('post.pictures', { count })}>
      <ul
        ref={row}
        tabIndex={0}
        className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
        onScroll={({ currentTarget }) => {
          const index = Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth));
          // The page-wide live region announces the change. One inside this row would be read even while a popup covers the
          // post.
          if (index !== current) announce(t('post.pictureOf', { number: index + 1, count }));
          setCurrent(index);
          if (index > furthest) setFurthest(index);
        }}
      >
        {pictures.map((picture, index) => (
          <li key={picture.imageId} className="w-full shrink-0 snap-center snap-always" inert={index !== current}>
            {show(picture, index, index <= furthest + 1)}
          </li>
        ))}
      </ul>
      {current > 0 && (
        <StepButton label={t('post.previousPicture')} side="left-1" onClick={() => scrollToPicture(current - 1)}>
          <ChevronLeft aria-hidden className="size-5" />
        </StepButton>
      )}
      {current < count - 1 && (
        <StepButton label={t('post.nextPicture')} side="right-1" onClick={() => scrollToPicture(current + 1)}>
          <ChevronRight aria-hidden className="size-5" />
        </StepButton>
      )}
      <p className="sr-only">{t('post.pictureOf', { number: current + 1, count })}</p>
      <div aria-hidden className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center">
        <span className="flex gap-1.5 rounded-full bg-veil px-2 py-1.5">
          {pictures.map(({ imageId }, index) => (
            <span
              key={imageId}
              className={cx(
                'size-1.5 rounded-full bg-over-picture transition-opacity',
                index !== current && 'opacity-40',
              )}
            />
          ))}
        </span>
      </div>
    </div>
  );
}
