import { type ComponentType, type InputHTMLAttributes, type ReactNode, type SVGProps, useId } from 'react';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  label: string;
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  /** Stands below the line, such as completions. */
  children?: ReactNode;
}

/** A field of one calm line: an icon, its name, and what is typed. */
export function LineField({ label, icon: Icon, children, ...rest }: Props) {
  const id = useId();
  return (
    <div className="border-b border-line focus-within:border-accent-text">
      <div className="flex min-h-12 items-center gap-3">
        <Icon aria-hidden className="size-5 shrink-0 text-soft" />
        <label htmlFor={id} className="min-w-28 shrink-0 text-15 font-medium">
          {label}
        </label>
        <input
          id={id}
          className="min-h-12 min-w-0 flex-1 bg-transparent text-15 text-ink outline-none pointer-coarse:text-17"
          {...rest}
        />
      </div>
      {children}
    </div>
  );
}
