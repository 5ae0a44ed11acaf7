import { Button } from '#ui/Button.tsx';
import { FileButton } from '#ui/FileButton.tsx';
import { FormError } from '#ui/FormError.tsx';
import { uploadFault, uploadFile } from './upload-file.ts';

/** `id`: of a picture uploaded since, 0: it is taken away; none: as it is stored. */
export interface Logo {
  src: string;
  id?: number;
}

interface LogoFieldProps {
  logo: Logo;
  error: string | undefined;
  /** Finds the input in browser tests. */
  testid: string;
  busy: boolean;
  onLogo(logo: Logo): void;
  onError(message: string): void;
  onBusy(busy: boolean): void;
}

/** The mark of somebody in a form: uploaded and checked like every picture. */
export function LogoField({ logo, error, testid, busy, onLogo, onError, onBusy }: LogoFieldProps) {
  const upload = async (file: File) => {
    if (busy) return;
    onBusy(true);
    onError('');
    try {
      const { id } = await uploadFile(file, { purpose: 'cover', signal: new AbortController().signal, onProgress: () => undefined });
      onLogo({ src: URL.createObjectURL(file), id });
    } catch (fault) {
      onError(uploadFault(fault).message);
    } finally {
      onBusy(false);
    }
  };
  return (
    <div className="mb-4">
      <p className="mb-1 text-sm font-semibold">标志</p>
      <div className="flex flex-wrap items-center gap-2">
        {logo.src !== '' && <img src={logo.src} alt="标志预览" className="h-10 max-w-32 rounded-field border border-line object-contain" />}
        <FileButton accept="image/*" testid={testid} onFile={(file) => void upload(file)}>
          {logo.src === '' ? '上传图片' : '更换'}
        </FileButton>
        {logo.src !== '' && (
          <Button size="sm" look="ghost" onClick={() => onLogo({ src: '', id: 0 })}>
            移除
          </Button>
        )}
      </div>
      {error && <FormError className="text-xs text-error">{error}</FormError>}
    </div>
  );
}
