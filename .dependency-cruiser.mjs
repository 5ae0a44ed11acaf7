// What may import what, as far as it is about packages and cycles. Layers, doors and calls between modules are in tests/architecture:
// those rules also read .astro files.

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'No file needs itself to load. Types load nothing, and what is loaded on demand comes later.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
    {
      name: 'no-circle-in-the-browser',
      comment: 'Who reads one file of the browser need not read another that leads back: neither types nor what is loaded on demand.',
      severity: 'error',
      from: { path: '^src/(client|features|kit|ui)/' },
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'Every import leads somewhere; two kinds are made by the build.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^astro:|[?]url$' },
    },
    {
      name: 'declared-package',
      comment: 'A package that is used stands in package.json: another package may stop bringing it along.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-test-package-in-product',
      comment: 'The product runs without what only tests and tools need.',
      severity: 'error',
      from: { path: '^(src|demo)/', pathNot: '[.]test[.]tsx?$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'product-without-plug-ins',
      comment: 'A plug-in comes with a site, the site does not know it: it finds what lies beside src when it starts.',
      severity: 'error',
      from: { path: '^src/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^demo/' },
    },
    {
      name: 'no-test-in-product',
      comment: 'Only tests know tests.',
      severity: 'error',
      from: { path: '^(src|demo)/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^tests/|[.]test[.]tsx?$' },
    },
    {
      name: 'read-when-used',
      comment: 'What few requests need is not read by every start: these libraries are a third of all the files a start would read.',
      severity: 'error',
      from: {
        path: '^src/server/',
        pathNot: '[.]test[.]ts$|^src/server/modules/assistant/exports/(docx|pptx|xlsx)[.]ts$',
      },
      to: {
        path: 'node_modules/(@cantoo/pdf-lib|@simplewebauthn/server|docx|fontkit|nodemailer|pptxgenjs|qrcode|write-excel-file)/',
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    {
      name: 'no-deprecated-core',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['core'], path: '^(punycode|domain|constants|sys|_)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
    skipAnalysisNotInRules: true,
  },
};
