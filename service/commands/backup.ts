import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sealedColumns } from '../catalogue.ts'
import type { Config } from '../platform/config.ts'
import { writeBackup } from '../platform/database/backup/write-backup.ts'
import { masterKeyFile } from '../platform/master-key.ts'
import { version } from '../version.ts'
import { withPlatform } from './command-platform.ts'
import { readArguments } from './read-arguments.ts'

const usage = 'flotilla backup <file>'

/** The service may keep running: the file is a consistent snapshot. */
export async function run(config: Config, args: string[]): Promise<void> {
  const { positional } = readArguments(args, usage, {}, 1)
  const path = resolve(positional)
  await withPlatform(config, async ({ connection, secrets, clock }) => {
    const { tables, rows } = await writeBackup({ connection, path, version, secrets, clock, sealed: sealedColumns })
    const { size } = await stat(path)
    console.log(`Wrote ${rows} rows of ${tables} tables to ${path} (${Math.ceil(size / 1024)} KB).`)
    const where = config.MASTER_KEY ? 'MASTER_KEY' : masterKeyFile(resolve(config.DATA_DIR))
    console.log(
      `The master key is not in it. Store ${where} safely in another place: without it this backup cannot be restored.`,
    )
  })
}
