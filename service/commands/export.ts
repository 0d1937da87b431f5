import { createWriteStream } from 'node:fs'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileAnswer } from '../operation/answers.ts'
import type { Config } from '../platform/config.ts'
import { readArguments, usageError } from './read-arguments.ts'
import { withOperations } from './run-operations.ts'

const usage = 'flotilla export <file.zip> [--public-key <file.pem>]'

/** `flotilla export`: everything in open formats. The service may keep running. */
export async function run(config: Config, args: string[]): Promise<number> {
  const { values, positional } = readArguments(args, usage, { 'public-key': { type: 'string' } }, 1)
  const path = resolve(positional)
  const exists = await stat(path).then(
    () => true,
    () => false,
  )
  if (exists) throw new Error(`${path} already exists. Use another name, or delete the file first.`)
  const keyFile = values['public-key']
  const publicKey = keyFile === undefined ? undefined : await readKey(resolve(keyFile))
  return withOperations(config, async (run) => {
    const { content } = await run<FileAnswer>('export-fleet', publicKey === undefined ? {} : { public_key: publicKey })
    const draft = `${path}.${process.pid}.part`
    try {
      // Other users of this machine must not read it. It gets its name when it is complete.
      await pipeline(Readable.from(content), createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }))
      await rename(draft, path)
    } finally {
      await rm(draft, { force: true })
    }
    console.log(`Wrote everything to ${path} (${Math.ceil((await stat(path)).size / 1024)} KB).`)
    console.log(
      publicKey === undefined
        ? 'It contains no keys of sites and no passwords. Give your public key with --public-key to include them, encrypted.'
        : 'Keys and passwords are in the folder secrets, encrypted with your public key. README.txt in the file says how to decrypt them.',
    )
    return 0
  })
}

const readKey = (path: string) =>
  readFile(path, 'utf8').catch(() => {
    throw usageError(usage, `The public key cannot be read from ${path}.`)
  })
