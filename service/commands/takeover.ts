import type { Config } from '../platform/config.ts'
import { readArguments, selectVerb } from './read-arguments.ts'
import { type Run, withOperations } from './run-operations.ts'

const usage = 'flotilla takeover export-script > flotilla-export.php'

interface ExportScript {
  fingerprint: string
  expires_at: string
  content: string
}

const verbs = {
  'export-script': (args: string[]) => {
    readArguments(args, usage, {}, 0)
    return async (run: Run) => {
      const { content, fingerprint, expires_at } = await run<ExportScript>('create-export-script', {})
      process.stdout.write(content)
      // Not part of the script, which is usually written to a file.
      console.error(`Fingerprint: ${fingerprint}\nFor one use until ${expires_at}.`)
      return 0
    }
  },
}

/** `flotilla takeover`: moves a fleet from the established dashboard to this installation. */
export async function run(config: Config, args: string[]): Promise<number> {
  const [verb, rest] = selectVerb(verbs, args, usage)
  return withOperations(config, verb(rest))
}
