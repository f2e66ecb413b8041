import * as Radix from '@radix-ui/react-dialog';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../lib/composing.ts';
import { narrowScreen, useMedia } from '../lib/useMedia.ts';
import { cx } from './cx.ts';
import { DialogFooter } from './DialogFooter.tsx';
import { FormMessage } from './Field.tsx';
import { IconButton } from './IconButton.tsx';
import { ToastArea } from './toast.tsx';
import { useDragToDismiss } from './useDragToDismiss.ts';

/**
 * Makes everything behind a dialog inert, so that the keyboard cannot reach it; Radix only hides it from screen readers. This
 * component is rendered inside the dialog's content, so that its effect runs in the same React commit as Radix's effect.
 */
function InertBehind() {
  useEffect(() => {
    let hidden: HTMLElement[] = [];
    let gone = false;
    // Radix sets this attribute in the effect of a parent component, which runs after this effect.
    queueMicrotask(() => {
      if (gone) return;
      hidden = [
        ...document.querySelectorAll<HTMLElement>('[data-aria-hidden="true"]:not([inert], [data-radix-focus-guard])'),
      ];
      for (const element of hidden) element.inert = true;
    });
    return () => {
      gone = true;
      for (const element of hidden) element.inert = false;
    };
  }, []);
  return null;
}

// A sheet as high as the screen is a query container, because in large text its header and footer may leave no room for what is
// between them. All of it then scrolls. Other than a media query, a container query knows the size of the page's text.
const sizeClasses = {
  small: 'inset-x-3 bottom-3 max-h-[calc(100dvh-1.5rem)] max-w-100 rounded-sheet rail:inset-0 rail:h-fit',
  medium:
    'inset-0 max-rail:[container-type:size] rail:h-fit rail:max-h-[calc(100dvh-4rem)] rail:max-w-140 rail:rounded-sheet',
  large:
    'inset-0 max-rail:[container-type:size] rail:h-fit rail:max-w-[min(62.5rem,calc(100%-4rem))] rail:max-h-[calc(100dvh-4rem)] rail:rounded-sheet',
};

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  size?: keyof typeof sizeClasses;
  /** A text that screen readers read after the title. */
  description?: string;
  role?: 'dialog' | 'alertdialog';
  /** Content that stays visible below the scrolling part. */
  footer?: ReactNode;
  /** Returns the element to focus on closing. Needed if the element that opened the dialog disappears. */
  focusAfter?: (() => HTMLElement | null) | undefined;
  /** Whether the popup is like a screen, such as a post or a setting: on phones, an arrow leads back from it. */
  screen?: boolean;
  /**
   * Whether a popup that was opened from this one covers it. A covered popup is hidden but stays mounted, so that the focus can
   * return to it.
   */
  covered?: boolean;
}

/**
 * A popup on screens from 700 px on, a full-height sheet on narrower ones. Radix's Overlay is not used, because it injects a
 * style element, which the CSP forbids. The backdrop here has the attribute `data-scroll-lock`, by which theme/base.css locks
 * scrolling.
 */
export function Dialog({
  title,
  onClose,
  children,
  size = 'medium',
  description,
  role = 'dialog',
  ...rest
}: DialogProps) {
  const { footer, focusAfter, screen = false, covered } = rest;
  const { t } = useTranslation();
  // The opener is recorded during the first render, before a field inside the dialog takes the focus by autoFocus.
  const [opener] = useState(() => document.activeElement);
  const dragToDismiss = useDragToDismiss(onClose);
  const isPhone = useMedia(narrowScreen);
  const leadsBack = isPhone && screen;
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div data-scroll-lock className="fixed inset-0 z-50 animate-fade bg-scrim [[data-covered]~&]:bg-transparent" />
        <Radix.Content
          role={role}
          aria-modal
          aria-describedby={undefined}
          data-covered={covered || undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            (event.currentTarget as HTMLElement).focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // The element that opened the dialog may no longer exist, such as the tile of a post that was deleted in the
            // dialog.
            const left = focusAfter?.() ?? (opener?.isConnected ? opener : document.getElementById('content'));
            if (left instanceof HTMLElement) left.focus({ preventScroll: left !== opener });
          }}
          onEscapeKeyDown={(event) => {
            // If a field in the dialog shows a list of options, Escape closes only that list.
            const listOpen = (event.target as Element).getAttribute('aria-expanded') === 'true';
            if (listOpen || isComposing(event)) event.preventDefault();
          }}
          onPointerDownOutside={(event) => {
            // Tapping a toast does not close the dialog. `closest` also works if the click has already removed the toast from
            // the page.
            if ((event.target as Element).closest('[data-toast]')) event.preventDefault();
          }}
          className={cx(
            'fixed z-50 m-auto overflow-y-auto overscroll-contain flex animate-slide-up flex-col bg-surface text-ink shadow-float outline-none rail:animate-rise',
            covered && 'invisible',
            sizeClasses[size],
          )}
        >
          <div
            {...dragToDismiss}
            className="relative flex min-h-14 shrink-0 items-center justify-between gap-3 border-b border-line py-1.5 pr-2 pl-5 max-rail:touch-none max-rail:before:absolute max-rail:before:inset-x-0 max-rail:before:top-1.5 max-rail:before:mx-auto max-rail:before:h-1 max-rail:before:w-9 max-rail:before:rounded-full max-rail:before:bg-line"
          >
            {leadsBack && (
              <IconButton label={t('menu.back')} className="-mr-2 -ml-3.5" onClick={onClose}>
                <ArrowLeft aria-hidden className="size-6" strokeWidth={1.9} />
              </IconButton>
            )}
            <Radix.Title className={cx('py-1.5 text-17 font-semibold text-balance', leadsBack && 'grow')}>
              {title}
            </Radix.Title>
            {!leadsBack && (
              <IconButton label={t('common.close')} onClick={onClose}>
                <X aria-hidden className="size-5" />
              </IconButton>
            )}
          </div>
          {description && <Radix.Description className="sr-only">{description}</Radix.Description>}
          <ToastArea />
          {/* flex-1 is not used, because with its basis of 0 some browsers give this part no height inside an `h-fit` dialog. */}
          <div
            data-scroller
            className="min-h-0 flex-auto overflow-y-auto overscroll-contain last:rounded-b-[inherit] [@container_(height<18.75rem)]:flex-none [@container_(height<18.75rem)]:overflow-visible [@media(height<18.75rem)]:flex-none [@media(height<18.75rem)]:overflow-visible"
          >
            {children}
          </div>
          {footer && (
            <div className="flex shrink-0 flex-wrap justify-end gap-2 max-rail:[&>button]:px-4 border-t border-line p-3 rail:px-5 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
              {footer}
            </div>
          )}
          <InertBehind />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface Props {
  title: string;
  question: ReactNode;
  yes: string;
  busy?: boolean;
  error?: string | null;
  onYes: () => void;
  onClose: () => void;
  focusAfter?: () => HTMLElement | null;
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog({ title, question, yes, busy = false, error, onYes, ...rest }: Props) {
  return (
    <Dialog
      title={title}
      size="small"
      role="alertdialog"
      footer={<DialogFooter danger label={yes} busy={busy} onConfirm={onYes} onCancel={rest.onClose} />}
      {...rest}
    >
      <div className="flex flex-col gap-4 px-5 py-6">
        <div className="text-17">{question}</div>
        <FormMessage text={error} />
      </div>
    </Dialog>
  );
}
