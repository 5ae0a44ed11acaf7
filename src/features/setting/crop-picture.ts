/** Pictures of people are shown small. */
const SIDE = 512;

/** Cuts the square out of the picture behind an object URL, at most 512 px wide. @throws when the browser cannot read the picture */
export async function cropPicture(url: string, area: { x: number; y: number; width: number; height: number }): Promise<File> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const side = Math.max(1, Math.min(SIDE, Math.round(area.width)));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  // a transparent picture would become black
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, side, side);
  pen.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  if (!blob) throw new Error('no picture');
  return new File([blob], '头像.jpg', { type: 'image/jpeg', lastModified: Date.now() });
}
