import { useEffect, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { FormError } from '#ui/FormError.tsx';
import 'react-easy-crop/react-easy-crop.css';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

export interface CropDialogProps {
  file: File;
  title: string;
  /** Label of the button that takes the cut. */
  use: string;
  /** Of the cut at most, px; its shape is theirs. */
  size: { width: number; height: number };
  /** People are shown round. */
  round?: boolean;
  onClose: () => void;
  onCropped: (file: File) => void;
}

/** The reader chooses a part of a picture: by dragging, by wheel or slider, by keys. */
export default function CropDialog({ file, title, use, size, round = false, onClose, onCropped }: CropDialogProps) {
  const [url, setUrl] = useState('');
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  const done = async () => {
    if (!area) return;
    const cropped = await cropPicture(url, area, size).catch(() => null);
    if (cropped) onCropped(cropped);
    else setFailed(true);
  };
  return (
    <Dialog open title={title} width={480} onClose={onClose}>
      <div className="relative h-72 overflow-hidden rounded-field bg-ground">
        {url && (
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            aspect={size.width / size.height}
            cropShape={round ? 'round' : 'rect'}
            showGrid={false}
            // a style element would be refused by the page's policy
            disableAutomaticStylesInjection
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_percent, pixels) => setArea(pixels)}
            mediaProps={{ onError: () => setFailed(true) }}
          />
        )}
      </div>
      <label className="mt-3 flex items-center gap-3 text-sm">
        缩放
        <input
          type="range"
          className="flex-1 accent-primary"
          min={1}
          max={3}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </label>
      <FormError>{failed && '图片无法读取，请换一张'}</FormError>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>取消</Button>
        <Button look="primary" disabled={!area || failed} onClick={() => void done()}>
          {use}
        </Button>
      </div>
    </Dialog>
  );
}

/** Cuts the area out of the picture behind an object URL, at most `size` large and of its shape. @throws when the browser cannot read the picture */
async function cropPicture(
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
