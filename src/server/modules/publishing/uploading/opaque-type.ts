import { FILE_FORMATS } from '#contract/assistant.ts';
import { allFormats, type Format, formatFacts } from '#contract/formats.ts';
import { KINDS } from '#contract/kinds.ts';
import { formatsText } from '#contract/publish.ts';
import { decodedText } from '../../../providers/document/decoded-text.ts';

/** Enough of a file to know what it is; a ZIP's first entries too. */
export const SNIFF_BYTES = 4_096;

/** What kinds sell that show pictures: such files stay as they come. */
const OPAQUE: readonly string[] = [...new Set(Object.values(KINDS).flatMap((kind) => ('media' in kind ? kind.formats : [])))];
/** For people. */
export const OPAQUE_TEXT = formatsText({ formats: OPAQUE });

/** What an attachment may be. */
const ATTACHED: readonly Format[] = ['docx', 'xlsx', 'pptx', 'zip', 'doc', 'xls', 'ppt', 'pdf', 'png', 'jpg', 'webp', 'mp4'];

const stands = (bytes: Buffer, at: string, text: string) =>
  bytes.subarray(Number(at), Number(at) + text.length).toString('latin1') === text;

/** The format of a file by its first bytes; where several begin alike, the ending of its name decides. Null: none of the table. */
function formatOf(bytes: Buffer, ending: string): string | null {
  if (bytes.length < 12) return null;
  const fits = (format: string, by_name: boolean) =>
    formatFacts(format)?.signs?.some(
      ({ at, named = false, but = {} }) =>
        named === by_name &&
        Object.entries(at).every(([place, text]) => stands(bytes, place, text)) &&
        !Object.entries(but).some(([place, texts]) => texts.some((text) => stands(bytes, place, text))),
    );
  return fits(ending, true) ? ending : (allFormats().find(([format]) => fits(format, false))?.[0] ?? null);
}

const endingOf = (name: string) => /\.([a-z0-9]+)$/.exec(name.toLowerCase())?.[1] ?? '';

/** Whether a kind sells it beside its pictures. */
export const isOpaque = (type: string): boolean => OPAQUE.includes(type);

/** The format of a design file, an archive or a film; an Office file is an archive here. */
export function opaqueType(bytes: Buffer, name: string): string | null {
  const ending = endingOf(name);
  return formatOf(bytes, isOpaque(ending) ? ending : '');
}

/** The format of an attachment. Null: nothing that is taken, a program, a page with scripts or an archive by another name among it. */
export function attachmentType(bytes: Buffer, name: string): string | null {
  const ending = endingOf(name);
  const format = formatOf(bytes, ending);
  if (format === 'zip' && ending !== 'zip') return null;
  return ATTACHED.includes(format as Format) ? format : null;
}

/** The format of what the assistant reads; text is known by its ending and by being text. Null: nothing that it reads. */
export function readingType(bytes: Buffer, name: string): string | null {
  const ending = FILE_FORMATS.find((format) => format === endingOf(name)) ?? null;
  if (ending === 'txt' || ending === 'md') return decodedText(bytes) === null ? null : ending;
  return attachmentType(bytes, name) === ending ? ending : null;
}
