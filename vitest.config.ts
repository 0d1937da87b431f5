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
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
