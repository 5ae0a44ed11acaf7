interface Size {
  width: number;
  height: number;
}

/** Higher than this many of its widths, or wider than so many of its heights, a picture that fits a screen cannot be read. */
const LONG = 2.5;

/** A picture that is read downwards: a long image of a phone, a price list. */
export const isLong = ({ width, height }: Size): boolean => height > width * LONG;

/**
 * How a picture that is no page is shown on a screen: a long one at the width of the screen, from its top; a press shows it in its own size, or
 * whole where that is its size already. Of a wide one a press fills the height. Null: it fits, as all others.
 */
export function readingZoom(picture: Size, screen: Size): { initial: number; secondary: number } | null {
  const fit = Math.min(1, screen.width / picture.width, screen.height / picture.height);
  if (isLong(picture)) {
    const initial = Math.min(1, screen.width / picture.width);
    return { initial, secondary: initial < 1 ? 1 : fit };
  }
  if (picture.width > picture.height * LONG) return { initial: fit, secondary: Math.min(1, screen.height / picture.height) };
  return null;
}
