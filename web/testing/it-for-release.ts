import { it } from 'vitest'
import { runsDetails } from '../../service/testing/details.ts'

/**
 * A detail of a page: npm test runs the journeys of each feature, and every page in every-page.test.ts; npm run test:release and a run of the
 * file alone also run the details. Every describe has a test without it.
 */
export const itForRelease: (title: string, test: () => Promise<void>, timeoutMs?: number) => void = runsDetails
  ? it
  : () => {}
