import type { ComponentType, SVGProps } from 'react';
import { cx } from '../../ui/cx.ts';

interface Props {
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  label: string;
  onSelect: () => void;
  danger?: boolean;
}

export function SettingsRow({ icon: Icon, label, onSelect, danger }: Props) {
  return (
    <button
      type="button"
      onClick={onSelect}
      className={cx(
        'flex min-h-13 items-center gap-4 rounded-card px-3 text-left text-17 hover:bg-sunken',
        danger && 'text-danger',
      )}
    >
      <Icon aria-hidden className={cx('size-5.5', !danger && 'text-soft')} />
      {label}
    </button>
  );
}
