import type { TestProject } from 'vitest/node'
import makeKeyPairs from '../../service/testing/key-pairs.ts'
import startPostgres from '../../service/testing/scratch-postgres.ts'
import { builtPage } from './built-page.ts'

/** What all tests share. At once, because one after the other would leave a core idle. */
export default async function setup(project: TestProject) {
  const [stopPostgres] = await Promise.all([startPostgres(project), makeKeyPairs(project), builtPage()])
  return stopPostgres
}
