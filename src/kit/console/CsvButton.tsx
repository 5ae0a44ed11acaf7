import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';

/** Hands a table of the console over as a file. `of`: which one, for those who do not see where the button stands. */
export function CsvButton({ of, onSave }: { of: string; onSave(): Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await onSave();
    setBusy(false);
  };
  return (
    <Button
      size="sm"
      busy={busy}
      icon={<Download size={16} aria-hidden="true" />}
      aria-label={`导出 CSV：${of}`}
      onClick={() => void save()}
    >
      导出 CSV
    </Button>
  );
}
