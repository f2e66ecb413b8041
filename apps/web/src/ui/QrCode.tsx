import { encode } from 'uqr';

interface Props {
  text: string;
  label: string;
}

/** A QR code. It is rendered in the browser, so that its content is not sent to another server. */
export default function QrCode({ text, label }: Props) {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      // The code is dark on light in both themes, because some cameras cannot read light on dark.
      data-theme="light"
      shapeRendering="crispEdges"
      className="size-56 max-w-full self-center rounded-card bg-surface fill-ink"
    >
      <path d={path} />
    </svg>
  );
}
