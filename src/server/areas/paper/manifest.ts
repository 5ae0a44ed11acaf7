import { paperCalls } from '#contract/paper/calls.ts';
import { type Endpoint, serve, serveDone } from '../../http/endpoint.ts';
import { drawnAnswer } from '../../http/file-answer.ts';
import {
  askPaper,
  bringBack,
  exportPaper,
  forgetPapers,
  makePaper,
  ownPaper,
  ownPapers,
  paperJobs,
  paperRows,
  paperTemplate,
  paperVersion,
  paperVersions,
  removePaper,
  renamePaper,
  restorePaper,
  savePaper,
  setTemplate,
  templateRows,
  versionRows,
} from '../../modules/papers/index.ts';
import type { Manifest } from '../manifest.ts';

const endpoints: readonly Endpoint[] = [
  serve(paperCalls.mine, (ctx, input) => ownPapers(ctx, input)),
  serve(paperCalls.make, (ctx, input) => makePaper(ctx, input)),
  serve(paperCalls.one, (ctx, { id }) => ownPaper(ctx, id)),
  serve(paperCalls.save, (ctx, input) => savePaper(ctx, input)),
  serve(paperCalls.ask, (ctx, input) => askPaper(ctx, input)),
  serve(paperCalls.template, (ctx) => paperTemplate(ctx)),
  serve(paperCalls.set_template, (ctx, input) => setTemplate(ctx, input)),
  serve(paperCalls.export, async (ctx, { id, format }) => drawnAnswer(await exportPaper(ctx, id, format))),
  serveDone(paperCalls.rename, (ctx, { id, title }) => renamePaper(ctx, id, title)),
  serveDone(paperCalls.remove, (ctx, { id }) => removePaper(ctx, id)),
  serveDone(paperCalls.restore, (ctx, { id }) => restorePaper(ctx, id)),
  serve(paperCalls.versions, (ctx, { id }) => paperVersions(ctx, id)),
  serve(paperCalls.version, (ctx, { id, no }) => paperVersion(ctx, id, no)),
  serve(paperCalls.back, (ctx, { id, no }) => bringBack(ctx, id, no)),
];

/** Documents of one's own, made of the assistant's results or begun empty. */
export const paperArea: Manifest = {
  name: 'paper',
  endpoints,
  jobs: paperJobs,
  personal: { files: { 文档: paperRows, 文档的历史版本: versionRows, 文档的导出模板: templateRows }, forget: [forgetPapers] },
};
