import { type ReactNode, useId } from 'react';

export function SettingsGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col">
      <h3 id={id} className="px-2 pb-1 text-13 font-semibold text-soft">
        {title}
      </h3>
      {children}
    </section>
  );
}
