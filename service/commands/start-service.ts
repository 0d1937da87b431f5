import type { Config } from '../platform/config.ts'
import { openPlatform } from '../platform.ts'

/** `serve`: the database starts while the code of the service is loaded. */
export async function run(config: Config): Promise<void> {
  const opening = openPlatform(config)
  // A failure is handled below, when the code is loaded.
  opening.catch(() => {})
  const { serve } = await import('./serve.ts')
  await serve(config, {}, async () => {}, await opening)
}
