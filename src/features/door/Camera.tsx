import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Between two looks at the camera's picture, ms. */
const LOOK_MS = 200;
/** The same code is taken again after this long, ms: a phone is held before the camera for a while. */
const SAME_MS = 4_000;

const REFUSED = '没有相机权限。请在浏览器设置里允许本站使用相机，或输入票码。';
const UNREAD = '扫码程序没有加载出来，请检查网络后重新打开相机，或输入票码。';
const ABSENT = '这台设备没有可用的相机，请输入票码。';

/** Reads codes from pictures of a camera: by the browser, where it can, else by a reader that is loaded then. */
type ReadCode = (video: HTMLVideoElement) => Promise<string | null>;

interface Detector {
  detect(source: HTMLVideoElement): Promise<Array<{ rawValue: string }>>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

/** Pixels of the longer side that the loaded reader looks at. */
const SIDE = 640;

export async function codeReader(): Promise<ReadCode> {
  const Native = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  if (Native && (await Native.getSupportedFormats().catch((): string[] => [])).includes('qr_code')) {
    const detector = new Native({ formats: ['qr_code'] });
    return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue ?? null;
  }
  const { default: jsQR } = await import('jsqr');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, SIDE / Math.max(video.videoWidth, video.videoHeight, 1));
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
    if (!context || width === 0 || height === 0) return null;
    Object.assign(canvas, { width, height });
    context.drawImage(video, 0, 0, width, height);
    return jsQR(context.getImageData(0, 0, width, height).data, width, height, { inversionAttempts: 'dontInvert' })?.data ?? null;
  };
}

/** The camera's picture; `onCode` for each code that is held before it. */
export function Camera({ onCode }: { onCode(text: string): void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [failure, setFailure] = useState('');
  const last = useRef({ text: '', at: 0 });
  const take = useEffectEvent((text: string) => {
    const now = performance.now();
    const { text: before, at } = last.current;
    last.current = { text, at: now };
    if (text !== before || now - at > SAME_MS) onCode(text);
  });
  useEffect(() => {
    let [stopped, timer] = [false, 0];
    let stream: MediaStream | null = null;
    const start = async () => {
      if (!navigator.mediaDevices?.getUserMedia) return setFailure(ABSENT);
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });
      } catch (error) {
        return setFailure((error as DOMException).name === 'NotAllowedError' ? REFUSED : ABSENT);
      }
      const read = await codeReader().catch(() => null);
      const shown = video.current;
      if (stopped || !shown || !read) {
        for (const track of stream.getTracks()) track.stop();
        return read || stopped ? undefined : setFailure(UNREAD);
      }
      shown.srcObject = stream;
      await shown.play().catch(() => undefined);
      const look = async () => {
        const text = shown.readyState >= 2 ? await read(shown) : null;
        if (text && !stopped) take(text);
        if (!stopped) timer = window.setTimeout(() => void look(), LOOK_MS);
      };
      void look();
    };
    void start();
    return () => {
      stopped = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, []);
  if (failure)
    return (
      <p role="alert" className="rounded-box bg-gold-tint p-4 text-gold-ink">
        {failure}
      </p>
    );
  return <video ref={video} className="aspect-square w-full rounded-box bg-neutral object-cover" muted playsInline aria-label="相机画面" />;
}
