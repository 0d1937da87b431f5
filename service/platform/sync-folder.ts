import { open } from 'node:fs/promises'

/** Makes a rename in a folder durable: without this a power failure can undo it. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
