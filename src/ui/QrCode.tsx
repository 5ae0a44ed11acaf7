import { create } from 'qrcode/lib/core/qrcode.js';
import { useMemo } from 'react';

/** A QR as one SVG path: sharp at any size, no image, no inline style. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => draw(text), [text]);
  return (
    <svg viewBox={`-2 -2 ${size + 4} ${size + 4}`} role="img" aria-label={label} className="size-full" shapeRendering="crispEdges">
      <rect x="-2" y="-2" width={size + 4} height={size + 4} fill="#fff" />
      <path d={path} fill="#1d2129" />
    </svg>
  );
}

function draw(text: string): { size: number; path: string } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const parts: string[] = [];
  for (let at = 0; at < modules.data.length; at++) {
    if (modules.data[at]) parts.push(`M${at % modules.size} ${Math.floor(at / modules.size)}h1v1h-1z`);
  }
  return { size: modules.size, path: parts.join('') };
}
