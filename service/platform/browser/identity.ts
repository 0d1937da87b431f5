import { rm } from 'node:fs/promises'

export interface Identity {
  uid: number
  gid: number
}

/** The user without rights that every Linux knows as `nobody`. */
const nobody: Identity = { uid: 65534, gid: 65534 }

/** Root never looks at a page: Chromium runs as nobody then, who can read none of our files. Others run it as themselves. */
export function chromiumIdentity(myUid: number | undefined = process.getuid?.()): Identity | undefined {
  return myUid === 0 ? nobody : undefined
}

/** What was still being written when its writer was killed may keep a folder from being removed at the first try. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
