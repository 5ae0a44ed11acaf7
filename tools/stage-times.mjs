// A reporter of vitest: where the time of each project's workers went, as JSON into the file that STAGE_TIMES names.
import { writeFileSync } from 'node:fs';

/** @typedef {{ loading_ms: number, testing_ms: number }} Times */

export default class StageTimes {
  /** @param {ReadonlyArray<import('vitest/node').TestModule>} modules */
  onTestRunEnd(modules) {
    /** @type {Record<string, Times>} */
    const projects = {};
    for (const module of modules) {
      const took = module.diagnostic();
      const times = projects[module.project.name] ?? { loading_ms: 0, testing_ms: 0 };
      projects[module.project.name] = times;
      times.loading_ms += took.environmentSetupDuration + took.prepareDuration + took.setupDuration + took.collectDuration;
      times.testing_ms += took.duration;
    }
    const file = process.env['STAGE_TIMES'];
    if (file) writeFileSync(file, JSON.stringify(projects));
  }
}
