import { STAFF_MANUAL } from '../help.ts';
import type { AreaPages } from './area.ts';

/** Texts with an address of their own below /about; a test compares them with the files of src/content/help. Staff's stand apart. */
const ABOUT = [
  'guideReaders',
  'guidePublishers',
  'guideSuppliers',
  'guideTeaching',
  'guideOrganisers',
  'guideDemands',
  'about',
  'contact',
  'share',
  'problem',
  'access',
  'clientLinks',
  'papers',
  'companies',
  'buyAgreement',
  'publishing',
  'study',
  'points',
  'vipIntroduce',
  'vipPly',
  'vipPlynotice',
  'agreement',
  'serveiceAgrement',
  'registerAgreement',
  'privacy',
  'law',
  'infringement',
  'businessCooperation',
  'joinUs',
  'beTeacher',
];

export const help: AreaPages = {
  name: 'help',
  pages: [
    { path: '/about/helpCenter', params: { id: 'number', keyword: 'text' } },
    ...ABOUT.map((name) => ({ path: `/about/${name}`, in_sitemap: true })),
    { path: STAFF_MANUAL },
  ],
};
