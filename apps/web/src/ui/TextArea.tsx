import type { Ref, TextareaHTMLAttributes } from 'react';
import { cx } from './cx.ts';

interface Props extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value' | 'rows'> {
  ref?: Ref<HTMLTextAreaElement>;
  value: string;
  /** The classes for the appearance of the field, and for its minimum and maximum height. */
  className: string;
}

const growsByItself = CSS.supports('field-sizing', 'content');

/**
 * A multi-line field that grows with its text. In browsers without `field-sizing`, an invisible copy of the text determines the
 * height.
 */
export function TextArea({ className, ...rest }: Props) {
  return (
    <div className="grid min-w-0 grow">
      <textarea rows={1} className={cx('field-sizing-content resize-none [grid-area:1/1]', className)} {...rest} />
      {!growsByItself && (
        <div
          aria-hidden
          className={cx('invisible overflow-hidden break-words whitespace-pre-wrap [grid-area:1/1]', className)}
        >
          {/* The copy ends with a space, because a line break at the end would not make the copy one line taller. */}
          {rest.value || rest.placeholder}&nbsp;
        </div>
      )}
    </div>
  );
}
