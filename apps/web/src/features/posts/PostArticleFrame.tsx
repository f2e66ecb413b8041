import type { CSSProperties, ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';

interface Props {
  /** The aspect ratio of the picture. In a skeleton it is not known yet. */
  ratio?: number;
  /** Whether the text is beside the picture on a wide screen. */
  beside?: boolean;
  children: ReactNode;
}

/** The frame around the picture of an open post. It limits the picture's height, and is as wide as the picture. */
export function PostArticleFrame({ ratio, beside = false, children }: Props) {
  return (
    <div className="bg-sunken" style={ratio ? ({ '--ratio': ratio } as CSSProperties) : undefined}>
      {/* While a long text scrolls, the picture beside it stays in view, centred in the visible part of the popup. */}
      <div
        className={cx(
          'flex items-center',
          beside &&
            'min-[56.25rem]:sticky min-[56.25rem]:top-0 min-[56.25rem]:h-full min-[56.25rem]:max-h-[calc(100dvh-7.625rem)]',
        )}
      >
        {/* This box is as wide as the picture, so that the buttons lie on the picture. */}
        <div className="relative mx-auto w-full rail:max-w-[calc(60dvh*var(--ratio,1.333))] min-[56.25rem]:max-w-[calc((100dvh-7.625rem)*var(--ratio,1.333))]">
          {children}
        </div>
      </div>
    </div>
  );
}
