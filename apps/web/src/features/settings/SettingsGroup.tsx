import type { ReactNode } from 'react';

export function SettingsGroup({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className="flex flex-col">
      {title && <h3 className="px-3 pb-1 text-13 font-semibold text-soft">{title}</h3>}
      {children}
    </section>
  );
}
