import type { TestProject } from 'vitest/node'
import { provideContractDocuments } from '../../contract/documents.ts'
import { provideHeadlessShell } from '../../service/testing/headless-shell.ts'
import makeKeyPairs from '../../service/testing/key-pairs.ts'
import startPostgres from '../../service/testing/scratch-postgres.ts'
import { builtPage } from './built-page.ts'

/** Set-up shared by all tests, in parallel to use all cores. */
export default async function setup(project: TestProject) {
  // Set by scripts/testing/main.ts for the whole suite only: partial runs are frequent and use the installed browser.
  const browser = process.env.TEST_DOWNLOADS === 'on' && provideHeadlessShell()
  const documents = provideContractDocuments()
  const [stopPostgres] = await Promise.all([
    ...[startPostgres(project), makeKeyPairs(project), documents.then(builtPage), browser],
  ])
  return stopPostgres
}
