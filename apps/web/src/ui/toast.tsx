import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import X from 'lucide-react/icons/x';
import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { createStore, useStore } from '../lib/store.ts';

interface Toast {
  id: number;
  text: string;
  variant: 'plain' | 'good' | 'bad';
  action?: { label: string; run: () => void } | undefined;
}

const toasts = createStore<Toast[]>([]);
let nextId = 1;

const dismissToast = (id: number): void => toasts.set(toasts.get().filter((toast) => toast.id !== id));

interface ToastOptions extends Partial<Pick<Toast, 'variant' | 'action'>> {
  /** How long the toast is shown, in milliseconds. */
  durationMs?: number;
}

/** Shows a short message, in place of a toast with the same text. A toast with an action is shown for longer. */
export function toast(text: string, { durationMs, ...options }: ToastOptions = {}): void {
  const id = nextId++;
  const added: Toast = { variant: 'plain', ...options, id, text };
  toasts.set([...toasts.get().filter((shown) => shown.text !== text), added].slice(-3));
  setTimeout(() => dismissToast(id), durationMs ?? (options.action ? 10_000 : 5_000));
}

const toastAreas = createStore<HTMLElement[]>([]);

/**
 * Returns the element in which toasts are rendered: the area in the top popup or, without a popup, the newest one in the page.
 */
const currentArea = (areas: HTMLElement[]): HTMLElement | undefined =>
  areas.findLast((each) => each.closest('[role=dialog], [role=alertdialog]')) ?? areas.at(-1);

/**
 * An area for toasts inside the layout, for screens that fill the whole page, where floating toasts would cover content. It is
 * always rendered, because screen readers announce changes only in a live region that already exists.
 */
export function ToastArea() {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const area = ref.current;
    if (!area) return;
    toastAreas.set([...toastAreas.get(), area]);
    return () => toastAreas.set(toastAreas.get().filter((each) => each !== area));
  }, []);
  return (
    <div ref={ref} data-toaster aria-live="polite" className="flex shrink-0 flex-col items-center px-3 *:my-1.5" />
  );
}

/**
 * Shows the toasts. On pages without a `ToastArea` they float above the tab bar or beside the menu, and the page can be scrolled
 * further, so that no content stays hidden.
 */
export function Toaster() {
  const area = currentArea(useStore(toastAreas));
  const list = <ToastList />;
  return (
    <div
      data-toaster
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-60 flex flex-col items-center gap-2 px-3 rail:bottom-6 rail:left-20 rail:items-start rail:px-6 wide:left-[calc(var(--beside)+15rem)]"
    >
      {area ? createPortal(list, area) : list}
    </div>
  );
}

function ToastList() {
  const { t } = useTranslation();
  return (
    <>
      {useStore(toasts).map(({ id, text, variant, action }) => (
        <div
          key={id}
          data-toast
          className="pointer-events-auto flex max-w-120 animate-rise items-center gap-3 rounded-card bg-inverse py-1 pr-1 pl-4 text-15 text-inverse-ink shadow-float"
        >
          {variant === 'good' && <CircleCheck aria-hidden className="size-5 shrink-0" />}
          {variant === 'bad' && <CircleAlert aria-hidden className="size-5 shrink-0" />}
          <p className="py-2 text-balance">{text}</p>
          {action && (
            <button
              type="button"
              className="min-h-11 shrink-0 rounded-card px-3 font-semibold underline underline-offset-4"
              onClick={() => {
                dismissToast(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            aria-label={t('common.close')}
            className="grid size-11 shrink-0 place-items-center rounded-card opacity-75 hover:opacity-100"
            onClick={() => dismissToast(id)}
          >
            <X aria-hidden className="size-4" />
          </button>
        </div>
      ))}
    </>
  );
}
