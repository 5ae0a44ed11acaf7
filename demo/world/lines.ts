/** The lines of a text, so many for each work. */
export const linesOf = (text: string, each: number): string[][] => {
  const lines = text.trim().split('\n');
  return Array.from({ length: lines.length / each }, (_, at) => lines.slice(at * each, at * each + each));
};

export const priceOf = (text: string | undefined): number | 'vip' => (text === 'vip' ? 'vip' : Number(text));
