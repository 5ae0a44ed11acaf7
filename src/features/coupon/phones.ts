/** Phones as they are pasted or as a CSV holds them, each once. */
export function phonesOf(text: string): string[] {
  return [...new Set(text.match(/(?<!\d)1[3-9]\d{9}(?!\d)/g) ?? [])];
}
