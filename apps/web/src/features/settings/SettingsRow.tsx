import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ComponentType, SVGProps } from 'react';
import { cx } from '../../ui/cx.ts';

interface Props {
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  label: string;
  onSelect: () => void;
  /** Goes on to another popup. */
  leads?: boolean;
  danger?: boolean;
}

export function SettingsRow({ icon: Icon, label, onSelect, leads, danger }: Props) {
  return (
    <button
      type="button"
      onClick={onSelect}
      className={cx(
        'flex min-h-12 items-center gap-4 rounded-card px-2 text-left text-17 transition-colors hover:bg-sunken',
        danger && 'font-medium text-danger',
      )}
    >
      <Icon aria-hidden className={cx('size-5.5 shrink-0', !danger && 'text-soft')} />
      <span className="min-w-0 flex-1">{label}</span>
      {leads && <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />}
    </button>
  );
}
