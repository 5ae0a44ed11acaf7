export {
  dearerParts,
  saveUnion,
  switchUnion,
  type UnionStatementLine,
  unionForm,
  unionPartners,
  unionStatement,
  unionVipById,
  unionVips,
} from './bundles.ts';
export { type BundleLine, bundleSource, type RightLine, rightSource, unionRightRows } from './repo.ts';
export { runRights, unionJobs } from './run-rights.ts';
export { retryRight, unionForLife, unionSubject, unusedOfOrder } from './subject.ts';
