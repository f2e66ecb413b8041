import Ellipsis from 'lucide-react/icons/ellipsis';
import { type ComponentType, lazy, type MouseEvent, Suspense, type SVGProps, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import type { MenuItem, MenuPosition } from './Menu.tsx';

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

/** Returns the position of a menu below an element. */
export const below = (element: Element): MenuPosition => {
  const { left, bottom } = element.getBoundingClientRect();
  return { x: left, y: bottom };
};

/** Returns the position of a context menu. The event of the context menu key has no position, so the menu opens below the element. */
export const pointOf = ({ clientX, clientY, currentTarget }: MouseEvent): MenuPosition =>
  clientX || clientY ? { x: clientX, y: clientY } : below(currentTarget);

/** The invisible trigger of a menu that opens at a position. */
export const MenuPoint = ({ label, position, ...rest }: { label: string; position: MenuPosition }) => (
  <button
    {...rest}
    type="button"
    tabIndex={-1}
    aria-label={label}
    className="fixed size-0"
    style={{ left: position.x, top: position.y }}
  />
);
