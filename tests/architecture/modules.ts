/** Who may call whom. The table of docs/architecture.md says the same; a test compares them. */
export const MAY_CALL: Record<string, readonly string[]> = {
  identity: [],
  settings: [],
  catalog: ['identity'],
  wallet: [],
  membership: ['settings'],
  vouchers: [],
  access: ['catalog', 'membership', 'vouchers'],
  orders: ['wallet', 'vouchers', 'settings', 'identity', 'review'],
  sales: ['catalog', 'access', 'vouchers', 'settings', 'orders'],
  downloads: ['catalog', 'access', 'membership', 'publishing', 'settings'],
  review: [],
  console: ['identity', 'vouchers'],
  shops: ['catalog'],
  publishing: ['catalog', 'identity', 'settings', 'access', 'sales', 'review', 'shops'],
  engagement: ['catalog', 'identity', 'publishing', 'review', 'settings', 'shops'],
  search: ['catalog', 'settings'],
  promotion: [],
  notices: [],
  subscriptions: ['catalog', 'notices'],
};

/** What the parts of the tree may import, besides themselves. Packages are not listed; `modules` means their doors. */
export const LAYERS: Record<string, readonly string[]> = {
  'src/contract': [],
  'src/ui': [],
  'src/client': ['src/contract'],
  'src/features': ['src/contract', 'src/client', 'src/ui', 'src/features'],
  // rendered on the server like pages; what all pages show (address, ribbon) they ask for themselves
  'src/layouts': ['src/server/boot.ts', 'src/server/views', 'src/contract', 'src/client', 'src/ui', 'src/features', 'src/styles'],
  'src/pages': ['src/contract', 'src/client', 'src/ui', 'src/features', 'src/layouts', 'src/server', 'src/styles'],
  'src/server/config': ['src/server/kernel'],
  'src/server/kernel': ['src/contract', 'src/server/db', 'src/server/config', 'src/server/providers'],
  // the schema barrel alone reaches for tables of modules and providers
  'src/server/db': ['src/server/kernel', 'src/server/modules', 'src/server/providers'],
  'src/server/providers': ['src/contract', 'src/server/kernel', 'src/server/config', 'src/server/db'],
  'src/server/modules': ['src/contract', 'src/server/kernel', 'src/server/db', 'src/server/providers', 'src/server/config'],
  'src/server/views': ['src/contract', 'src/server/kernel', 'src/server/modules', 'src/server/providers'],
  // boot.ts: what Astro loads by itself (the page cache's provider) cannot be handed the application
  'src/server/http': [
    'src/server/boot.ts',
    'src/contract',
    'src/server/kernel',
    'src/server/config',
    'src/server/db',
    'src/server/modules',
    'src/server/views',
    'src/server/providers',
  ],
  // where an area is put together: it hands its parts over and is imported by boot alone
  'src/server/areas': [
    'src/contract',
    'src/server/kernel',
    'src/server/config',
    'src/server/db',
    'src/server/modules',
    'src/server/views',
    'src/server/providers',
    'src/server/http',
  ],
  // a plug-in: nothing but the loader names it, see demoIsAPlugIn
  'src/server/demo': [
    'src/contract',
    'src/server/kernel',
    'src/server/modules',
    'src/server/providers',
    'src/server/config',
    'src/server/db',
  ],
  'src/server/cli': [
    'src/server/kernel',
    'src/server/config',
    'src/server/db',
    'src/server/modules',
    'src/server/demo',
    'src/server/boot.ts',
    'src/server/install.ts',
    'src/server/plug-in.ts',
    'src/server/providers',
  ],
};
