import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { NotRunReporter } from './service/testing/not-run-reporter.ts'
import { SlowFilesFirst } from './service/testing/slow-files-first.ts'

export default defineConfig({
  test: {
    include: [
      '*.test.ts',
      'service/**/*.test.ts',
      'simulator/**/*.test.ts',
      'spec/**/*.test.ts',
      'bench/**/*.test.ts',
      'web/**/*.test.ts',
      'scripts/**/*.test.ts',
      'deploy/**/*.test.ts',
    ],
    globalSetup: 'web/testing/before-all-tests.ts',
    // Files of one worker share modules and a house; what a test needs empty, it empties.
    isolate: false,
    // Tests wait much, for the database, browsers and simulated sites: with a worker for each core the cores would idle.
    maxWorkers: availableParallelism() + 2,
    reporters: ['default', new NotRunReporter()],
    sequence: { sequencer: SlowFilesFirst },
    // These end a test that hangs. They say nothing about the product, and a busy machine takes ten times as long as a quiet one.
    testTimeout: 300_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
