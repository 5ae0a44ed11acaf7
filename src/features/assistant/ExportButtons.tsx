import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ExportFormat } from '#contract/assistant-tools.ts';
import { Button } from '#ui/Button.tsx';

const FORMAT_NAMES: Readonly<Record<ExportFormat, string>> = { docx: 'Word', pptx: 'PPT', xlsx: 'Excel' };

interface Props {
  formats: readonly ExportFormat[];
  /** Stands before the name of each format. */
  verb?: string;
  onExport(format: ExportFormat): Promise<void>;
}

/** A button a format; one file at a time is drawn. */
export function ExportButtons({ formats, verb = '', onExport }: Props) {
  const [drawn, setDrawn] = useState<ExportFormat | null>(null);
  const draw = async (format: ExportFormat) => {
    setDrawn(format);
    await onExport(format).finally(() => setDrawn(null));
  };
  return formats.map((format) => (
    <Button
      key={format}
      look="ghost"
      size="sm"
      busy={drawn === format}
      disabled={drawn !== null}
      icon={<Download size={14} aria-hidden="true" />}
      onClick={() => void draw(format)}
    >
      {verb + FORMAT_NAMES[format]}
    </Button>
  ));
}
