import { vi } from 'vitest';

// a page is gone before the next one comes: its modules, and what stood in for a browser
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.restoreAllMocks();
vi.resetModules();
