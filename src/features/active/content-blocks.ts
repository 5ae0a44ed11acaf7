export type ContentBlock = { h: string } | { p: string };

/** Plain text as headings (lines that begin with #) and paragraphs (between blank lines). */
export function contentBlocks(text: string): ContentBlock[] {
  const blocks: ContentBlock[] = [];
  let lines: string[] = [];
  const end = () => {
    if (lines.length > 0) blocks.push({ p: lines.join('\n') });
    lines = [];
  };
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    if (line.startsWith('#')) {
      end();
      blocks.push({ h: line.replace(/^#+\s*/, '') });
    } else if (line === '') end();
    else lines.push(line);
  }
  end();
  return blocks;
}
