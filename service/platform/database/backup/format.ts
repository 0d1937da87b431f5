import { createHash } from 'node:crypto'
import { z } from 'zod'

/** README.md describes the format. */
export const formatVersion = 1
export const endOfRows = Buffer.from('\\.\n')
export const backupPlace = 'backup.digest'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** The first line in every version of this format. */
export const anyHeaderLine = z.object({ flotilla_backup: z.int(), flotilla: z.string() })

export const headerLine = z.object({
  flotilla_backup: z.int(),
  created_at: z.iso.datetime(),
  flotilla: z.string(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), digest: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string().regex(/^-?\d+$/) })),
  sealed_under: z.array(z.string()),
})
export const tableLine = z.object({ table: z.string() })
export const tableEndLine = z.object({ end: z.string(), rows: z.int(), sha256 })
export const lastLine = z.object({ tables: z.int(), sha256, seal: z.string() })

export type BackupHeader = z.output<typeof headerLine>
export type BackupTable = BackupHeader['tables'][number]

/** A problem with a backup or its target, as a sentence for the operator. */
export class BackupError extends Error {}

/** Counts and digests the rows of a table while they pass through. */
export class RowTally {
  rows = 0
  #hash = createHash('sha256')

  /** COPY escapes line breaks inside values, so every line break ends a row. */
  add(chunk: Buffer): void {
    this.#hash.update(chunk)
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.rows++
  }

  digest(): string {
    return this.#hash.digest('hex')
  }
}

export async function* tallied(rows: AsyncIterable<Buffer>, tally: RowTally): AsyncGenerator<Buffer> {
  for await (const chunk of rows) {
    tally.add(chunk)
    yield chunk
  }
}
