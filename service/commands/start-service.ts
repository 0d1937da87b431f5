import type { Config } from '../platform/config.ts'
import { openPlatform } from '../platform.ts'

/** `serve`: the embedded database starts while the code of the service is loaded. */
export async function run(config: Config): Promise<void> {
  // Loading blocks this process for longer than a connection to another server may take.
  const opening = config.DATABASE_URL ? undefined : openPlatform(config)
  // A failure is handled below, when the code is loaded.
  opening?.catch(() => {})
  const { serve } = await import('./serve.ts')
  await serve(config, {}, async () => {}, await opening)
}
