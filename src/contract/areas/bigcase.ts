import { KINDS } from '../kinds.ts';
import type { AreaPages } from './area.ts';

const { list, add, album } = KINDS.sample.paths;

export const bigcase: AreaPages = {
  name: 'bigcase',
  sections: [{ key: 'bigcase', title: '大案例', route: list, order: 30, publish: { title: '发布大案例', route: add } }],
  pages: [{ path: album, params: { vv: 'word', sample_id: 'number' } }],
};
