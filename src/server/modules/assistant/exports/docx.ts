import {
  BorderStyle,
  Document,
  ExternalHyperlink,
  Footer,
  Header,
  HeadingLevel,
  ImageRun,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { type TextBlock, textParts } from '#contract/assistant-text.ts';
import { type FileMark, footLine, logoSize, MARK_NAME } from './mark.ts';

const FACE = 'Microsoft YaHei';
const SIZE = 21;
const line = { style: BorderStyle.SINGLE, size: 4, color: 'D0D4DA' } as const;
const BORDERS = { top: line, bottom: line, left: line, right: line };

const runs = (text: string, bold = false, colour?: string) =>
  text.split('\n').flatMap((part, row) =>
    textParts(part).map((one, at) => {
      const run = new TextRun({
        text: one.text,
        bold: bold || one.bold,
        font: FACE,
        size: SIZE,
        ...(one.href ? { style: 'Hyperlink' } : colour ? { color: colour } : {}),
        ...(row > 0 && at === 0 ? { break: 1 } : {}),
      });
      return one.href ? new ExternalHyperlink({ link: one.href, children: [run] }) : run;
    }),
  );

function blockOf(block: TextBlock, colour?: string): Array<Paragraph | Table> {
  switch (block.is) {
    case 'heading':
      return [
        new Paragraph({ heading: HeadingLevel.HEADING_2, spacing: { before: 240, after: 120 }, children: runs(block.text, true, colour) }),
      ];
    case 'text':
      return [new Paragraph({ spacing: { after: 120, line: 340 }, children: runs(block.text) })];
    case 'list':
      return block.items.map((item, at) =>
        block.ordered
          ? new Paragraph({ spacing: { after: 60 }, children: runs(`${at + 1}. ${item}`) })
          : new Paragraph({ spacing: { after: 60 }, bullet: { level: 0 }, children: runs(item) }),
      );
    case 'table': {
      const cells = (row: readonly string[], bold: boolean) =>
        new TableRow({
          tableHeader: bold,
          children: block.head.map(
            (_head, at) => new TableCell({ borders: BORDERS, children: [new Paragraph({ children: runs(row[at] ?? '', bold) })] }),
          ),
        });
      return [
        new Table({
          width: { size: 100, type: WidthType.PERCENTAGE },
          rows: [cells(block.head, true), ...block.rows.map((row) => cells(row, false))],
        }),
        new Paragraph({ children: [] }),
      ];
    }
  }
}

/** Name and picture of who sends it, above every page. */
function headersOf({ brand }: FileMark) {
  if (!brand || (brand.name === '' && brand.logo === '')) return {};
  const picture =
    brand.logo === ''
      ? []
      : [
          new ImageRun({
            type: 'png',
            data: Buffer.from(brand.logo, 'base64'),
            transformation: logoSize(brand.logo, { width: 120, height: 36 }),
          }),
        ];
  const name = new TextRun({ text: brand.name === '' ? '' : ` ${brand.name}`, font: FACE, size: 18, color: brand.colour });
  return { default: new Header({ children: [new Paragraph({ children: [...picture, name] })] }) };
}

/** An answer as a Word document with the visible mark at its foot and the embedded one in its properties. */
export async function toDocx(blocks: readonly TextBlock[], mark: FileMark): Promise<Uint8Array<ArrayBuffer>> {
  const document = new Document({
    ...{
      title: mark.title,
      creator: mark.author,
      lastModifiedBy: mark.author,
      description: mark.line,
      keywords: mark.label === '' ? '' : MARK_NAME,
    },
    customProperties: mark.label === '' ? [] : [{ name: MARK_NAME, value: mark.label }],
    sections: [
      {
        headers: headersOf(mark),
        footers: {
          default: new Footer({
            children: [new Paragraph({ children: [new TextRun({ text: footLine(mark), font: FACE, size: 16, color: '808890' })] })],
          }),
        },
        children: blocks.flatMap((block) => blockOf(block, mark.brand?.colour)),
      },
    ],
  });
  return new Uint8Array(await Packer.toBuffer(document));
}
