import { ImagePlus, LoaderCircle } from 'lucide-react';
import { useId } from 'react';
import { classNames } from '#ui/class-names.ts';
import { FailureText } from '#ui/FailureText.tsx';
import { FormError } from '#ui/FormError.tsx';
import type { Proof } from './proof-upload.ts';

export interface ProofFieldProps {
  label: string;
  proof: Proof;
  /** Beside what the upload itself says. */
  error?: string | undefined;
  /** What stands there already, from an earlier time. */
  kept?: boolean;
  onChoose(file: File): void;
}

/** One picture of a card or a licence: PNG or JPEG, shown as it was chosen. */
export function ProofField({ label, proof, error, kept = false, onChoose }: ProofFieldProps) {
  const id = useId();
  const wrong = proof.failure || (proof.address === '' && !proof.busy ? error : '');
  return (
    <div className="grid gap-1">
      <label
        htmlFor={id}
        className={classNames(
          'relative grid aspect-[1.586] cursor-pointer place-items-center overflow-hidden rounded-box border border-dashed bg-ground text-muted',
          'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-primary hover:border-primary',
          wrong ? 'border-error' : 'border-line',
        )}
      >
        {proof.preview ? (
          <img src={proof.preview} alt={`${label}预览`} className="fit absolute inset-0 h-full w-full object-cover" />
        ) : (
          <span className="grid justify-items-center gap-1 p-2 text-center">
            <ImagePlus size={26} aria-hidden="true" />
            {kept ? `${label}已提交，点击更换` : label}
          </span>
        )}
        {proof.preview && <span className="sr-only">{label}</span>}
        {proof.busy && (
          <span role="status" className="absolute inset-0 grid place-items-center bg-base-100/70 text-base-content">
            <span className="flex items-center gap-2">
              <LoaderCircle size={18} className="animate-spin" aria-hidden="true" />
              正在上传
            </span>
          </span>
        )}
        <input
          id={id}
          type="file"
          accept=".png,.jpeg,.jpg,image/png,image/jpeg"
          className="sr-only"
          aria-invalid={Boolean(wrong)}
          aria-describedby={`${id}-error`}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) onChoose(file);
          }}
        />
      </label>
      <FormError id={`${id}-error`}>{typeof wrong === 'object' ? <FailureText failure={wrong} /> : wrong}</FormError>
    </div>
  );
}
