import { useEffect, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { FormError } from '#ui/FormError.tsx';
import 'react-easy-crop/react-easy-crop.css';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { cropPicture } from './crop-picture.ts';

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
