import { mkdir, writeFile } from 'node:fs/promises'
import { addresses, messages, operations } from '../catalogue.ts'
import { contractFiles, findStale } from './contract-files.ts'

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
  console.log(`Wrote contract/: ${Object.keys(files).join(', ')}`)
}
