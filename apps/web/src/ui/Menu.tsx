import * as Radix from '@radix-ui/react-dropdown-menu';
import { type ComponentType, type ReactNode, type SVGProps, useRef } from 'react';
import { cx } from './cx.ts';

export interface MenuItem {
  label: string;
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  onSelect: () => void;
  danger?: boolean;
  /** It opens a dialog: the menu closes and returns the focus first, so that the dialog returns it to the menu's button. */
  opens?: boolean;
}

/**
 * Initially open, because it is loaded on first use. Not modal: Radix would inject a style element to lock scrolling, which the
 * CSP forbids.
 */
export default function Menu({ trigger, items }: { trigger: ReactNode; items: MenuItem[] }) {
  const afterwards = useRef<(() => void) | null>(null);
  return (
    <Radix.Root defaultOpen modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={4}
          collisionPadding={12}
          onCloseAutoFocus={() => {
            if (afterwards.current) queueMicrotask(afterwards.current);
            afterwards.current = null;
          }}
          className="z-60 min-w-48 animate-rise rounded-card border border-line bg-surface p-1.5 text-ink shadow-float"
        >
          {items.map(({ label, icon: Icon, onSelect, danger, opens }) => (
            <Radix.Item
              key={label}
              onSelect={() => {
                if (opens) afterwards.current = onSelect;
                else onSelect();
              }}
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
