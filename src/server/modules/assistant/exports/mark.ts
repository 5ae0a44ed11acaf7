import { AI_MARK } from '#contract/assistant-text.ts';

/** What files say of themselves, for people and, in their properties, for machines (GB 45438-2025). */
export interface FileMark {
  title: string;
  /** Stands at the foot of every page. */
  line: string;
  author: string;
  /** JSON of the embedded mark; empty: no model wrote in it. */
  label: string;
  brand?: FileBrand | null;
}

/** How the files of somebody look. */
export interface FileBrand {
  name: string;
  /** rrggbb */
  colour: string;
  footer: string;
  /** A PNG as base64; empty: none. */
  logo: string;
}

/** Width and height of a PNG within a box, in units of the box. */
export function logoSize(logo: string, box: { width: number; height: number }): { width: number; height: number } {
  const bytes = Buffer.from(logo, 'base64');
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const scale = Math.min(box.width / width, box.height / height);
  return { width: width * scale, height: height * scale };
}

/** What stands at the foot of a page: of who sends it, then the mark. */
export const footLine = ({ line, brand }: FileMark): string => [brand?.footer ?? '', line].filter(Boolean).join(' · ');

export const MARK_NAME = 'AIGC';

/** `made_by`: names what the assistant wrote; null: it did not. `mark`: what stands on it there. */
export function fileMark(title: string, made_by: string | null, brand: FileBrand | null = null, mark: string = AI_MARK): FileMark {
  if (made_by === null) return { title, line: '', author: brand?.name || '策猫', label: '', brand };
  const label = mark === AI_MARK ? JSON.stringify({ Label: '1', ContentProducer: '策猫', ProduceID: made_by }) : '';
  return { title, line: `${mark} · 策猫助手 · 请核实后使用`, author: brand?.name || '策猫助手', label, brand };
}
