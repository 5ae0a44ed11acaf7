import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

/** The module's memory as it is now; ask again after every call into it, growth replaces the buffer. */
export function memoryOf(lib: WrappedPdfiumModule): Uint8Array {
  const { memory } = lib.pdfium.wasmExports as unknown as { memory?: WebAssembly.Memory };
  if (memory) return new Uint8Array(memory.buffer);
  return (lib.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
}
