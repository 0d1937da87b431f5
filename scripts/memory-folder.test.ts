import { expect, it } from 'vitest'
import { isUsable } from './memory-folder.ts'

const disk = '/dev/vda / ext4 rw,relatime 0 0'
const memory = (options: string) => `tmpfs /dev/shm tmpfs ${options} 0 0`

it.each([
  ['are in memory', [disk, memory('rw,nosuid,nodev,size=24643328k')], true],
  ['are on the disk where no program can be started from memory', [disk, memory('rw,nosuid,nodev,noexec')], false],
  ['are on the disk where memory is read-only', [disk, memory('ro')], false],
  ['are on the disk where it has no other mount', [disk], false],
  ['are on the disk where a later mount hides the memory', [memory('rw'), '/dev/vdb /dev/shm ext4 rw 0 0'], false],
])('the files of the tests %s', (_, mounts, expected) => {
  expect(isUsable(mounts.join('\n'))).toBe(expected)
})
