import Ellipsis from 'lucide-react/icons/ellipsis';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import type { MenuItem } from './Menu.tsx';

const Menu = lazy(() => import('./Menu.tsx'));

/** A button with three dots that opens a menu. The menu's code is loaded when it is first opened. */
export function MoreMenu({ label, items }: { label: string; items: MenuItem[] }) {
  const [opened, setOpened] = useState(false);
  const button = (
    <IconButton label={label} aria-haspopup="menu" onClick={() => setOpened(true)}>
      <Ellipsis aria-hidden className="size-5" />
    </IconButton>
  );
  if (!opened) return button;
  return (
    <Suspense fallback={button}>
      <Menu trigger={button} items={items} />
    </Suspense>
  );
}
