import * as Radix from '@radix-ui/react-dropdown-menu';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ComponentType, type ReactNode, type SVGProps, startTransition, useId, useState } from 'react';
import { smallButton } from './SmallSwitch.tsx';

interface MenuProps {
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  /** What is chosen here, for screen readers. */
  label: string;
  /** The choice that the button shows. */
  text: string;
  /** The content of the menu. It is mounted only while the menu is open. */
  children: ReactNode;
}

/** A small button with a menu of choices behind it. The menu is not modal, for the reason given in Menu.tsx. */
export function ChoiceMenu({ icon: Icon, label, text, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  return (
    // Opening is a React transition, so that the browser paints the pressed button first.
    <Radix.Root modal={false} open={open} onOpenChange={(next) => startTransition(() => setOpen(next))}>
      <Radix.Trigger className={smallButton}>
        <span className="sr-only">{label}: </span>
        <Icon aria-hidden className="size-4.5 shrink-0" />
        <span>{text}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-soft max-rail:hidden" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="start"
          sideOffset={4}
          collisionPadding={12}
          className="z-60 max-h-(--radix-dropdown-menu-content-available-height) w-72 max-w-[calc(100vw-1.5rem)] animate-rise overflow-y-auto rounded-card border border-line bg-surface p-1.5 text-ink shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The look of an option in such a menu: a mark at the left, and an `OptionText` beside it. */
export const optionRow =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-card px-3 py-1 outline-none data-highlighted:bg-sunken';

interface OptionTextProps {
  label: string;
  hint?: string | undefined;
}

export function OptionText({ label, hint }: OptionTextProps) {
  return (
    <span className="min-w-0">
      <span className="block text-15 font-medium">{label}</span>
      {hint && <span className="block text-13 text-soft">{hint}</span>}
    </span>
  );
}

interface ChoicesProps<V extends string> {
  label: string;
  value: V;
  options: readonly (OptionTextProps & { value: V })[];
  onChange: (value: V) => void;
  /** Whether the menu stays open, because it may have a further question about what was chosen. */
  staysOpen?: boolean;
}

/** The options of a menu, of which one is chosen. */
export function Choices<V extends string>({ label, value, options, onChange, staysOpen }: ChoicesProps<V>) {
  const id = useId();
  return (
    <Radix.RadioGroup value={value} onValueChange={(next) => onChange(next as V)} aria-labelledby={id}>
      <Radix.Label id={id} className="px-3 pt-2 pb-1 text-13 font-semibold text-soft">
        {label}
      </Radix.Label>
      {options.map((each) => (
        <Radix.RadioItem
          key={each.value}
          value={each.value}
          onSelect={(event) => staysOpen && event.preventDefault()}
          className={optionRow}
        >
          <span className="grid size-5 shrink-0 place-items-center text-accent-text">
            <Radix.ItemIndicator>
              <Check aria-hidden className="size-5" />
            </Radix.ItemIndicator>
          </span>
          <OptionText label={each.label} hint={each.hint} />
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}
