import * as Radix from '@radix-ui/react-dropdown-menu';
import { type ComponentType, createContext, type ReactNode, type SVGProps, use, useRef } from 'react';
import { cx } from './cx.ts';

export interface MenuItem {
  label: string;
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  onSelect: () => void;
  danger?: boolean;
  /**
   * Whether the item opens a dialog. The menu then closes and focuses its button first, so that the dialog later returns the
   * focus to that button.
   */
  opens?: boolean;
}

interface Props {
  trigger: ReactNode;
  items: MenuItem[];
  /** Content above the items. Choosing a `MenuChoice` in it closes the menu. */
  head?: ReactNode;
  align?: 'start' | 'end';
  /** Called when the menu is opened, except for the first time. */
  onOpen?: () => void;
  /** Called when the menu has closed. May return the element to focus in place of the trigger. */
  onClosed?: () => HTMLElement | null | undefined;
}

/** Calls a function once the menu has closed and given the focus back. */
const AfterClosing = createContext((run: () => void) => run());

type MenuChoiceProps = Pick<MenuItem, 'label' | 'onSelect' | 'opens'> & { children: ReactNode };

/** One of several small buttons in a row at the top of a menu. */
export function MenuChoice({ label, onSelect, opens, children }: MenuChoiceProps) {
  const afterClosing = use(AfterClosing);
  return (
    <Radix.Item
      aria-label={label}
      onSelect={() => (opens ? afterClosing(onSelect) : onSelect())}
      onKeyDown={({ key, currentTarget }) => {
        const next = key === 'ArrowRight' ? currentTarget.nextElementSibling : currentTarget.previousElementSibling;
        if ((key === 'ArrowRight' || key === 'ArrowLeft') && next instanceof HTMLElement) next.focus();
      }}
      className="grid size-11 cursor-pointer place-items-center rounded-full text-21 outline-none data-highlighted:bg-sunken"
    >
      {children}
    </Radix.Item>
  );
}

/** The position at which a menu opens, in pixels: at the pointer, the finger or a button. */
export interface MenuPosition {
  x: number;
  y: number;
}

/**
 * A menu that is already open when it mounts, because its code is loaded when it is first opened. The menu is not modal: to
 * lock scrolling, Radix would inject a style element, which the CSP forbids.
 */
export default function Menu({ trigger, items, head, align = 'end', onOpen, onClosed }: Props) {
  const afterwards = useRef<(() => void) | null>(null);
  const afterClosing = (run: () => void) => {
    afterwards.current = run;
  };
  return (
    <Radix.Root defaultOpen modal={false} onOpenChange={(open) => open && onOpen?.()}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={12}
          onCloseAutoFocus={(event) => {
            const instead = onClosed?.();
            if (instead) {
              event.preventDefault();
              instead.focus({ preventScroll: true });
            }
            if (afterwards.current) queueMicrotask(afterwards.current);
            afterwards.current = null;
          }}
          className="z-60 min-w-48 animate-rise rounded-card border border-line bg-surface p-1.5 text-ink shadow-float"
        >
          {head && (
            <AfterClosing value={afterClosing}>
              <div className="flex border-b border-line pb-1.5 not-last:mb-1.5">{head}</div>
            </AfterClosing>
          )}
          {items.map(({ label, icon: Icon, onSelect, danger, opens }) => (
            <Radix.Item
              key={label}
              onSelect={() => (opens ? afterClosing(onSelect) : onSelect())}
              className={cx(
                'flex min-h-11 cursor-pointer items-center gap-3 rounded-card px-3 text-15 font-medium outline-none data-highlighted:bg-sunken',
                danger && 'text-danger',
              )}
            >
              <Icon aria-hidden className="size-5" />
              {label}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
