import type { ComponentType, ReactNode, SVGProps } from 'react';

interface Props {
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  title: string;
  lead?: string | undefined;
  children?: ReactNode;
}

export function EmptyState({ icon: Icon, title, lead, children }: Props) {
  return (
    <div className="mx-auto flex max-w-90 flex-col items-center gap-2 px-6 py-14 text-center">
      <span className="mb-2 grid size-18 place-items-center rounded-full bg-accent-wash text-accent-text">
        <Icon aria-hidden className="size-8" strokeWidth={1.6} />
      </span>
      <p className="text-21 font-semibold text-balance">{title}</p>
      {lead && <p className="text-15 text-balance text-soft">{lead}</p>}
      {children && <div className="mt-4 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}
