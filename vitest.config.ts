import { availableParallelism, totalmem } from 'node:os'
import { defineConfig } from 'vitest/config'
import { NotRunReporter } from './service/testing/not-run-reporter.ts'
import { SlowFilesFirst } from './service/testing/slow-files-first.ts'

const seed = process.env.TEST_SEED

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
    // Files of one worker share modules and a service; a test deletes the rows it must not find.
    isolate: false,
    // Collecting the large heap of a worker takes a third of its processor time; it may become four times as large as what is in use.
    execArgv: totalmem() > 16e9 ? ['--heap-growing-percent=300', '--no-memory-reducer'] : [],
    // Node runs our sources as they are: transforming them with Vite costs a tenth of the time of all tests.
    experimental: { viteModuleRunner: false },
    // In a run of all tests a worker would spend ten seconds at its end on storing the compiled code of all modules for later runs.
    env: process.env.TEST_DOWNLOADS === 'on' ? { NODE_DISABLE_COMPILE_CACHE: '1' } : {},
    // Tests mostly wait for the database, browsers and simulated sites: one worker per core would leave cores idle.
    maxWorkers: availableParallelism() + 2,
    reporters: ['default', new NotRunReporter()],
    // A random order finds tests that need another one before them (npm test -- --shuffle).
    sequence: seed ? { shuffle: { files: true }, seed: Number(seed) } : { sequencer: SlowFilesFirst },
    // These only end a test that hangs: a busy machine takes ten times as long as an idle one.
    testTimeout: 300_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
