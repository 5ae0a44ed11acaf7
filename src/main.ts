import { importQuickly } from '#server/kernel/quick-imports.ts';

importQuickly();
await import('./site.ts');
