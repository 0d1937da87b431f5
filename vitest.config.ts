import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      '*.test.ts',
      'service/**/*.test.ts',
      'simulator/**/*.test.ts',
      'spec/**/*.test.ts',
      'bench/**/*.test.ts',
      'web/**/*.test.ts',
    ],
    globalSetup: ['service/testing/scratch-postgres.ts'],
    // Files of one worker share modules and a house; what a test needs empty, it empties.
    isolate: false,
    // Tests wait much, for the database, browsers and simulated sites: no core is left to idle, and one is not enough.
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
