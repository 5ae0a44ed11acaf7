import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM, type FileState } from '#contract/publish.ts';
import { FileSection, type FileSectionProps } from './FileSection.tsx';

const nothing = () => undefined;

function draw(change: Partial<FileSectionProps>): string {
  return renderToStaticMarkup(
    <FileSection
      kind={KINDS.ppt}
      file={null}
      flat={false}
      upload={null}
      form={EMPTY_FORM}
      errors={{}}
      cover={null}
      cover_busy={false}
      pptx_supported={true}
      onFile={nothing}
      onCancel={nothing}
      onResume={nothing}
      onShowFlat={nothing}
      onRetry={async () => undefined}
      onCover={nothing}
      onChange={nothing}
      {...change}
    />,
  );
}

const alerts = (html: string) => html.split('role="alert"').length - 1;

it('U-40 says once what is wrong with a file', () => {
  const errors = { file_id: '请上传PPT模板文件' };
  expect(alerts(draw({ errors }))).toBe(1);
  const stopped = { message: '文件已损坏，请重新导出', can_resume: false };
  const refused = draw({ errors, upload: { name: '模板.pptx', progress: null, stopped } });
  expect([alerts(refused), refused.includes(stopped.message)]).toEqual([1, true]);
  const file: FileState = {
    file: { id: 1, name: '模板.pptx', size_bytes: 1_000, type: 'pptx' },
    render: { status: 'failed', done_pages: 0, page_count: 0, failure: '页面没有生成出来' },
    pages: [],
  };
  const failed = draw({ errors: { file_id: '页面没有生成出来' }, file });
  expect([alerts(failed), failed.includes('页面没有生成出来')]).toEqual([1, true]);
  // D14 and what can be done about it
  expect(failed).toMatch(/<button[^>]*>.*重试<\/button>/);
});

it('speaks of the kind, and takes what the kind and this machine can read', () => {
  expect(draw({})).toContain('PPT模板文件');
  expect(draw({})).toContain('accept=".pptx,.pdf"');
  expect(draw({ pptx_supported: false })).toContain('accept=".pdf"');
});
