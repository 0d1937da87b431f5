import { expect, it } from 'vitest'
import { parseNetworks } from '../../platform/outbound/address-guard.ts'
import { createOutbound } from '../../platform/outbound/http-client.ts'
import { startRecordingServer } from '../../testing/recording-server.ts'
import { readChangelog } from './read-changelog.ts'

async function notesOf(answer: unknown, from: string, status = 200) {
  const server = await startRecordingServer('127.66.0.10', (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
  )
  const outbound = createOutbound({ allowNetworks: parseNetworks('127.0.0.0/8') })
  return readChangelog({ outbound }, 'slider', from, server.url.replace(/\/$/, '')).finally(() => outbound.close())
}
const changelog = `<h4>2.10.0 – 2026</h4><ul><li>New &amp; <a href="https://x.example/">linked</a></li></ul>
<h4>2.9</h4><p>Fixes <script>alert(1)</script><img src=x onerror=alert(1)></p><h4>2.1</h4><p>Old</p>`

it('returns the notes of newer versions as text, without markup', async () => {
  const notes = await notesOf({ sections: { changelog } }, '2.1')
  expect(notes).toContain('2.10.0 – 2026')
  expect(notes).toContain('- New & linked (https://x.example/)')
  expect(notes).toContain('Fixes')
  expect(notes).not.toMatch(/Old|script|onerror|<|alert/)
})

it('returns the beginning if no heading names a version, and nothing without a changelog', async () => {
  expect(await notesOf({ sections: { changelog: `<p>${'word '.repeat(5_000)}</p>` } }, '1.0')).toHaveLength(2_000)
  expect(await notesOf({ sections: { changelog: 7 } }, '1.0')).toBe('')
})

it.each([
  [{ sections: null }, 200],
  [[], 200],
  [{}, 503],
])('reports an answer that cannot be read: %j', async (answer, status) => {
  await expect(notesOf(answer, '1.0', status)).rejects.toMatchObject({ code: 'svc_directory_unavailable' })
})
