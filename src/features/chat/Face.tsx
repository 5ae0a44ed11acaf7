/** Somebody's picture, or the first sign of their name. */
export function Face({ src, name, size = 40 }: { src: string; name: string; size?: number }) {
  return (
    <span
      className="grid shrink-0 place-items-center overflow-hidden rounded-full bg-tint font-semibold text-primary"
      style={{ width: size, height: size }}
      aria-hidden="true"
    >
      {src === '' ? [...name][0] : <img src={src} alt="" width={size} height={size} className="size-full object-cover" />}
    </span>
  );
}
