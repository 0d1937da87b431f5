import { access, chown, mkdir, mkdtemp, readFile, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeFolder, removeFolder } from './chromium-folder.ts'
import { chromiumIdentity } from './identity.ts'

const identity = chromiumIdentity()
const made = async () => {
  const folder = await makeFolder(identity)
  onTestFinished(() => removeFolder(folder, identity))
  return folder
}

it('belongs only to the user that Chromium runs as', async () => {
  const folder = await made()
  const { uid, mode } = await stat(folder)
  expect([uid, mode & 0o777]).toEqual([identity?.uid ?? process.getuid!(), 0o700])
  expect(await readFile(join(folder, 'profile/Default/Preferences'), 'utf8')).toContain('disable_non_proxied_udp')
})

it('removes folders of a killed process after an hour and keeps those in use', async () => {
  const inUse = await made()
  const stale = await mkdtemp(join(identity ? '/tmp' : tmpdir(), 'flotilla-browser-'))
  await mkdir(join(stale, 'profile'))
  for (const path of [join(stale, 'profile'), stale]) {
    if (identity) await chown(path, identity.uid, identity.gid)
    const longAgo = (await stat(inUse)).mtimeMs / 1000 - 3_700
    await utimes(path, longAgo, longAgo)
  }
  await made()
  await expect(access(stale)).rejects.toThrow('ENOENT')
  await access(inUse)
})
