import { open } from 'node:fs/promises'

/** Makes the names in a folder last: without this a power cut can take back a rename that was already relied upon. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
