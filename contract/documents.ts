// catalogue.json and openapi.json are generated from the operations and not committed; digest.txt, which is, has their hash.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
/** In the order in which they are hashed. */
const documents = ['catalogue.json', 'openapi.json']

/** Generates the documents if they are missing, or are those of another digest. */
export async function provideContractDocuments(): Promise<void> {
  if (!areCurrent()) await generate()
}

function areCurrent(): boolean {
  try {
    const hash = createHash('sha256')
    for (const name of documents) hash.update(readFileSync(join(folder, name)))
    return readFileSync(join(folder, 'digest.txt'), 'utf8').endsWith(`sha256 ${hash.digest('hex')}\n`)
  } catch {
    return false // not generated yet
  }
}

function generate(): Promise<void> {
  const program = join(folder, '../service/contract/generate.ts')
  const child = spawn(process.execPath, [program, '--documents'], { stdio: ['ignore', 'ignore', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error('contract/catalogue.json could not be generated.')),
    )
  })
}
