import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongOnesFirst } from './service/testing/long-ones-first.ts'
import { NotRunReporter } from './service/testing/not-run-reporter.ts'

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
    sequence: { sequencer: LongOnesFirst },
    // These end a test that hangs. They say nothing about the product, and a busy machine takes ten times as long as a quiet one.
    testTimeout: 300_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
