import { KINDS } from '../kinds.ts';
import type { AreaPages } from './area.ts';

const { list, add, mobile, album } = KINDS.sample.paths;

export const bigcase: AreaPages = {
  name: 'bigcase',
  sections: [{ key: 'bigcase', title: '大案例', route: list, order: 15, publish: { title: '发布大案例', route: add } }],
  pages: [
    // phones and links of the specification spell the detail without an s
    { path: mobile, params: { id: 'number' } },
    { path: album, params: { vv: 'word', sample_id: 'number' } },
  ],
};
