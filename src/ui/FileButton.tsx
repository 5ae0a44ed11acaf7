import { type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';

interface FileButtonProps {
  /** As the `accept` of a file input. */
  accept: string;
  /** Finds the input in browser tests. */
  testid: string;
  onFile(file: File): void;
  children: ReactNode;
}

/** A small button that asks for one file; the same file may be chosen again. */
export function FileButton({ accept, testid, onFile, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="sm" onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        className="hidden"
        tabIndex={-1}
        aria-hidden="true"
        data-testid={testid}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
          event.target.value = '';
        }}
      />
    </>
  );
}
