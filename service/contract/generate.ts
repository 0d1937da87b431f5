import { readFile, rename, writeFile } from 'node:fs/promises'
import { addresses, messages, operations } from '../catalogue.ts'
import { buildOpenApi } from '../surfaces/openapi/build-openapi.ts'
import { contractDocuments, contractFiles, findStale } from './contract-files.ts'
import { addNewIds, operationIdsOf } from './operation-ids.ts'

const folder = new URL('../../contract/', import.meta.url)
const described = { operations, addresses, messages }

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    // Another process may read the file meanwhile.
    const unfinished = new URL(`${name}-${process.pid}`, folder)
    await writeFile(unfinished, content)
    await rename(unfinished, new URL(name, folder))
  }
  console.log(`Wrote contract/: ${Object.keys(files).join(', ')}`)
}

// `--check` writes nothing: it fails if the committed files differ from the operations. `--documents` writes only those that git ignores.
if (process.argv.includes('--check')) {
  const problems = await findStale(folder, contractFiles(described))
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
} else if (process.argv.includes('--documents')) {
  await write(contractDocuments(described))
} else {
  await write({ ...contractFiles(described), ...contractDocuments(described) })
  const list = new URL('../../spec/operation-ids.json', import.meta.url)
  const current = operationIdsOf(buildOpenApi(described))
  const promised = JSON.parse(await readFile(list, 'utf8').catch(() => '{}'))
  await writeFile(list, `${JSON.stringify(addNewIds(promised, current), null, 2)}\n`)
}
