import Ellipsis from 'lucide-react/icons/ellipsis';
import { type ComponentType, lazy, Suspense, type SVGProps, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import type { MenuItem } from './Menu.tsx';

const Menu = lazy(() => import('./Menu.tsx'));

interface Props {
  label: string;
  items: MenuItem[];
  icon?: ComponentType<SVGProps<SVGSVGElement>>;
  className?: string;
}

/** A button, with three dots unless it has another icon, that opens a menu. The menu's code is loaded when it is first opened. */
export function MoreMenu({ label, items, icon: Icon = Ellipsis, className }: Props) {
  const [opened, setOpened] = useState(false);
  const button = (
    <IconButton label={label} aria-haspopup="menu" className={className} onClick={() => setOpened(true)}>
      <Icon aria-hidden className="size-5" />
    </IconButton>
  );
  if (!opened) return button;
  return (
    <Suspense fallback={button}>
      <Menu trigger={button} items={items} />
    </Suspense>
  );
}
