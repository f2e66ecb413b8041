import * as Radix from '@radix-ui/react-tooltip';
import type { ReactNode } from 'react';

/** Shows the name of a control of which only the icon is visible. */
export default function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={300} skipDelayDuration={200}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side="right"
            sideOffset={8}
            className="z-60 animate-fade rounded-card bg-inverse px-3 py-1.5 text-13 font-medium text-inverse-ink shadow-float wide:hidden"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
