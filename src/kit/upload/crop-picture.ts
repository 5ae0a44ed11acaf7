/** Cuts the area out of the picture behind an object URL, at most `size` large and of its shape. @throws when the browser cannot read the picture */
export async function cropPicture(
  url: string,
  area: { x: number; y: number; width: number; height: number },
  size: { width: number; height: number },
): Promise<File> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const width = Math.max(1, Math.min(size.width, Math.round(area.width)));
  const height = Math.max(1, Math.round((width * size.height) / size.width));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  // a transparent picture would become black
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  if (!blob) throw new Error('no picture');
  return new File([blob], '图片.jpg', { type: 'image/jpeg', lastModified: Date.now() });
}
