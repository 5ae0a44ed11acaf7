/** Text as editors store it, in UTF-8 or GB18030, without a character that the end cuts. Null: it is none. */
export function decodedText(bytes: Uint8Array): string | null {
  const texts = ['utf-8', 'gb18030'].map((encoding) => new TextDecoder(encoding).decode(bytes, { stream: true }));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what holds them is no text
  return texts.find((text) => !/[\u0000-\u0008\u000b\u000e-\u001f\u007f\ufffd]/.test(text)) ?? null;
}
