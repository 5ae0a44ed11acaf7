import { Eye } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { openPreview } from './open-preview.ts';

export interface PreviewButtonProps {
  id: number;
  title: string;
  size?: 'sm' | 'md';
  /** Keeps what is typed first; the preview shows what is saved. */
  before?: () => Promise<void>;
}

/** Opens the page of a draft as readers would see it, beside this one. */
export function PreviewButton({ id, title, size = 'md', before }: PreviewButtonProps) {
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      await openPreview(id, before);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size={size}
      look={size === 'sm' ? 'ghost' : 'outline'}
      busy={busy}
      wide={size === 'md'}
      icon={size === 'md' ? <Eye size={16} aria-hidden="true" /> : undefined}
      aria-label={size === 'md' ? undefined : `预览 ${title}`}
      onClick={() => void open()}
    >
      {size === 'md' ? '预览读者看到的页面' : '预览'}
    </Button>
  );
}
