import { resultText, textBlocks } from '#contract/assistant-text.ts';
import { type ExportFormat, findTool } from '#contract/assistant-tools.ts';
import { type PaperKind, resultOfPaper } from '#contract/paper.ts';
import { LOGO_BOX, type PaperTemplate, TEMPLATE_COLOUR } from '#contract/paper-template.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { AppError, invalid } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { type AnswerFile, drawFile } from '../assistant/index.ts';
import { employersOf } from '../employees/index.ts';
import { refuseOwnName } from '../identity/index.ts';
import { ownPicturePng, takePicture } from '../publishing/index.ts';
import { ownPaper } from './own-papers.ts';
import { deleteTemplate, findTemplate, lockOwner, putTemplate, type TemplateRecord } from './repo.ts';

const shown = (row: TemplateRecord | null, of: PaperTemplate['of']): PaperTemplate => ({
  ...{ name: row?.name ?? '', colour: row?.colour ?? TEMPLATE_COLOUR, footer: row?.footer ?? '', logo: row?.logo ?? '' },
  of: row ? of : 'none',
});

async function templateRow(ctx: Ctx): Promise<{ row: TemplateRecord | null; of: PaperTemplate['of'] }> {
  const user_id = requireUser(ctx);
  const own = await findTemplate(ctx.db, user_id);
  if (own) return { row: own, of: 'own' };
  const [company] = await employersOf(ctx.db, user_id, 1);
  return { row: company === undefined ? null : await findTemplate(ctx.db, company), of: 'company' };
}

/** How files of the signed-in user look: their own template, else that of the company that they work for. */
export async function paperTemplate(ctx: Ctx): Promise<PaperTemplate> {
  const { row, of } = await templateRow(ctx);
  return shown(row, of);
}

/** Sets one's own; nothing in it: there is none any more. Locks the owner. @throws AppError 404 for another's picture, code 1 for a name that is not theirs */
export async function setTemplate(
  ctx: Ctx,
  { logo_id, ...text }: { name: string; colour: string; footer: string; logo_id?: number | undefined },
): Promise<PaperTemplate> {
  const user_id = requireUser(ctx);
  const line = (words: string) => plainText(words).replace(/\s+/g, ' ');
  const [name, footer, colour] = [line(text.name), line(text.footer), text.colour.toLowerCase()];
  const wrong = name === '' ? null : await refuseOwnName(ctx, name);
  if (wrong) throw invalid({ name: wrong });
  const taken = logo_id === undefined ? null : logo_id === 0 ? { logo: '', logo_png: '' } : await takeLogo(ctx, logo_id);
  await inTransaction(ctx, async ({ db }) => {
    await lockOwner(db, user_id);
    const before = await findTemplate(db, user_id);
    const logo = taken ?? { logo: before?.logo ?? '', logo_png: before?.logo_png ?? '' };
    if (name === '' && footer === '' && logo.logo === '' && colour === TEMPLATE_COLOUR) await deleteTemplate(db, user_id);
    else await putTemplate(db, { user_id, name, footer, colour, ...logo, updated_at: ctx.app.clock.now() });
  });
  return paperTemplate(ctx);
}

const takeLogo = async (ctx: Ctx, file_id: number) => ({
  logo: await takePicture(ctx, file_id),
  logo_png: (await ownPicturePng(ctx, file_id, LOGO_BOX)).toString('base64'),
});

const formatsOf = (kind: PaperKind): readonly ExportFormat[] => findTool(kind)?.exports ?? [];

/** A document as a file in its owner's template; the mark stands on it where a model wrote. @throws AppError 404; code 1 for a format that its kind has not */
export async function exportPaper(ctx: Ctx, id: number, format: ExportFormat): Promise<AnswerFile> {
  const { kind, title, body, by_ai } = await ownPaper(ctx, id);
  if (!formatsOf(kind).includes(format)) throw new AppError('这份文档不能导出为这种格式');
  const { row } = await templateRow(ctx);
  const result = resultOfPaper(kind, title, body);
  const brand = row && { name: row.name, colour: row.colour.slice(1), footer: row.footer, logo: row.logo_png };
  return drawFile(ctx, {
    format,
    title,
    blocks: textBlocks(resultText(result)),
    result,
    made_by: by_ai === 1 ? `paper-${id}` : null,
    brand,
  });
}
