import { createHmac, publicEncrypt, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { writeExportFile } from '../testing/export-file.ts'
import { generatedKey, keysForScript } from '../testing/script-keys.ts'
import { ExportReader, exportLimits, readScriptId } from './export-reader.ts'

const { keys, parts } = keysForScript()
const rows = Array.from({ length: 300 }, (_, id) => ({ table: 'wp', row: { id, note: `${'ü'.repeat(500)} ${id}` } }))
const file = writeExportFile(parts, rows)
const lines = file.trimEnd().split('\n')

function read(text: string, given = keys) {
  const reader = new ExportReader(given)
  const records = reader.read(text)
  reader.requireEnd()
  return records
}
const refusal = (text: string, given = keys) => {
  try {
    read(text, given)
  } catch (error) {
    return (error as { code?: string }).code === 'svc_export_file_refused' ? (error as Error).message : String(error)
  }
  return 'accepted'
}
const wasAltered = expect.stringContaining('it was altered, or another script wrote it')

describe('an export file', () => {
  it('is read as a whole', () => {
    expect(lines.length).toBeGreaterThan(4)
    expect(read(file)).toEqual(rows)
    expect(readScriptId(lines[0]!)).toBe(parts.id)
  })

  it('is read in parts, with the state stored in between', () => {
    let state: string | undefined
    const records = lines.flatMap((line) => {
      const reader = new ExportReader(keys, state === undefined ? undefined : JSON.parse(state))
      const found = reader.read(`${line}\n`)
      state = JSON.stringify(reader.state)
      return found
    })
    expect(records).toEqual(rows)
    expect(JSON.parse(state!)).toMatchObject({ ended: true, records: 300, rest: '' })
  })

  it('is refused without its last line', () => {
    expect(refusal(`${lines.slice(0, -1).join('\n')}\n`)).toContain('its end is missing')
  })

  it('is refused when it is cut at any character', () => {
    const small = writeExportFile(parts, rows.slice(0, 1))
    expect(refusal(small)).toBe('accepted')
    const accepted = Array.from({ length: small.length - 1 }, (_, length) => length).filter(
      (length) => refusal(small.slice(0, length)) === 'accepted',
    )
    expect(accepted).toEqual([])
  })

  it('is refused when lines are left out, swapped, repeated or added', () => {
    const [first, one, two, ...others] = lines
    expect(refusal([first, two, one, ...others].join('\n'))).toEqual(wasAltered)
    expect(refusal([first, two, ...others].join('\n'))).toEqual(wasAltered)
    expect(refusal([first, one, one, two, ...others].join('\n'))).toEqual(wasAltered)
    expect(refusal([...lines, lines[1]].join('\n'))).toEqual(wasAltered)
    expect(refusal([one, two, ...others].join('\n'))).toEqual(wasAltered)
  })

  it('is refused when one character is changed', () => {
    for (const [index, line] of lines.entries()) {
      const at = Math.floor(line.length / 2)
      const changed = lines.with(index, `${line.slice(0, at)}${line[at] === 'A' ? 'B' : 'A'}${line.slice(at + 1)}`)
      expect(refusal(changed.join('\n'))).toEqual(wasAltered)
    }
  })

  it('is refused when it was sealed to the public key by someone without the secret', () => {
    expect(refusal(writeExportFile({ ...parts, secret: 'd4'.repeat(32) }, rows))).toEqual(wasAltered)
  })

  it('is refused when it was encrypted for another key', () => {
    expect(refusal(file, { ...keys, privateKeyPem: generatedKey() })).toContain('encrypted for another key')
  })

  it.each(['', 'GIF89a', '{"sites": []}', '\0'.repeat(1000), `flotilla-export-1 ${'f'.repeat(100_000)}`])(
    'is refused when it is something else: %.20j',
    (text) => {
      expect(refusal(text)).not.toBe('accepted')
      expect(() => readScriptId(text)).toThrow('does not start like')
    },
  )
})

describe('a file of the script with hostile content', () => {
  const record = (json: string) => writeExportFile(parts, [], { raw: json })

  it.each(['[]', 'null', '"x"', '{', '{"table": 7}', '{"row": {}}', 'x'.repeat(5000), '['.repeat(100_000)])(
    'is refused when a row is %.20j',
    (json) => expect(refusal(record(`${json}\n`))).toContain('a row in it cannot be read'),
  )

  it('is refused when a row is larger than 1 MB', () => {
    const large = { table: 'wp', row: { note: 'x'.repeat(exportLimits.recordLength) } }
    expect(refusal(writeExportFile(parts, [large]))).toContain('larger than 1 MB')
  })

  it('is refused when a row never ends', () => {
    expect(refusal(record('x'.repeat(exportLimits.recordLength * 2)))).toContain('larger than 1 MB')
  })

  it('is refused when its last row has no end', () => {
    expect(refusal(record('{"table":"wp","row":{}}'))).toEqual(wasAltered)
  })

  it('is refused when a line is longer than a chunk', () => {
    expect(refusal(writeExportFile(parts, rows, { chunkBytes: 1_000_000 }))).toEqual(wasAltered)
  })

  it('reads a row that names properties of objects as plain data', () => {
    const [found] = read(record('{"table":"wp","row":{"__proto__":{"id":1},"constructor":2}}\n'))
    expect(Object.getPrototypeOf(found?.row)).toBe(Object.prototype)
  })

  it('is refused when the sealed key has another length', () => {
    const sealed = publicEncrypt({ key: parts.publicKeyPem, oaepHash: 'sha1' }, randomBytes(16)).toString('base64')
    const content = `flotilla-export-1 ${parts.id} ${sealed}`
    const mac = createHmac('sha256', Buffer.from(parts.secret, 'hex')).update(content).digest('base64')
    expect(refusal(`${content} ${mac}\n`)).toContain('encrypted for another key')
  })
})
