import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { addresses, messages, operations } from '../catalogue.ts'
import { buildOpenApi } from '../surfaces/openapi/build-openapi.ts'
import { contractFiles, findStale } from './contract-files.ts'
import { addNewIds, operationIdsOf } from './operation-ids.ts'

const folder = new URL('../../contract/', import.meta.url)
const files = contractFiles({ operations, addresses, messages })

// `--check` writes nothing: it fails if the committed files differ from the operations.
if (process.argv.includes('--check')) {
  const problems = await findStale(folder, files)
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
} else {
  await mkdir(folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) await writeFile(new URL(name, folder), content)
  const list = new URL('../../spec/operation-ids.json', import.meta.url)
  const current = operationIdsOf(buildOpenApi({ operations, addresses, messages }))
  const promised = JSON.parse(await readFile(list, 'utf8').catch(() => '{}'))
  await writeFile(list, `${JSON.stringify(addNewIds(promised, current), null, 2)}\n`)
  console.log(`Wrote contract/: ${Object.keys(files).join(', ')}`)
}
