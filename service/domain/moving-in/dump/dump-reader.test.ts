import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { writeMysqldump, writePhpMyAdmin } from '../testing/dump-file.ts'
import { DumpReader, type DumpRow } from './dump-reader.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const columns = new Set(['id', 'name', 'note', 'ghost'])
const select = (table: string) => (table === 'wp_mainwp_group' ? { columns } : null)

function readAll(pieces: readonly string[]): DumpRow['row'][] {
  const reader = new DumpReader(select)
  const rows = pieces.flatMap((piece) => reader.read(piece))
  reader.end()
  return rows.map(({ row }) => row)
}
const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

const names = [
  'Care',
  'Quote \' " \\ `',
  'Line\nbreak\r\n',
  'Zürich \u{1f600}',
  'a;b -- c /* d */ # e',
  "''",
  '\0\x1a',
  '',
  '(1,2)',
]
const tables = {
  group: [
    ...names.map((name, index) => ({ id: index + 1, name, color: '#fff', note: null })),
    { id: -5, name: '0x41', color: '', note: 'x' },
  ],
}
const expected = [
  ...names.map((name, index) => ({ id: String(index + 1), name, note: null })),
  { id: '-5', name: '0x41', note: 'x' },
]

describe.each([
  ['mysqldump', latin1(writeMysqldump({ tables, options: {} }))],
  ['phpMyAdmin', latin1(writePhpMyAdmin({ tables, options: {} }))],
])('DumpReader with the format of %s', (_, dump) => {
  it('reads the selected columns of the selected tables', () => {
    expect(readAll([dump])).toEqual(expected)
  })

  it('reads the same rows wherever the file is divided', () => {
    for (let at = 0; at <= dump.length; at++) {
      const rows = readAll([dump.slice(0, at), dump.slice(at)])
      if (JSON.stringify(rows) !== JSON.stringify(expected)) expect([at, rows]).toEqual([at, expected])
    }
    expect(readAll([...dump])).toEqual(expected)
  })

  it('refuses a file that was cut inside of a statement', () => {
    const inside = dump.indexOf('Zürich'.slice(0, 1), dump.indexOf('INSERT INTO `wp_mainwp_group`'))
    expect(() => readAll([dump.slice(0, inside)])).toThrow('ends in the middle of a statement')
  })
})

describe('DumpReader', () => {
  const create = 'CREATE TABLE `wp_mainwp_group` (`id` int, `name` text, KEY `name` (`name`));'

  it('reads hexadecimal values, character sets before texts, NULL and functions', () => {
    const values = "(0x4142, _binary 'B'), (NULL, _utf8mb4'x'), (+7, concat('a', 'b')), ('1' , \"two\")"
    expect(
      readAll([`${create}REPLACE INTO wp_mainwp_group VALUES ${values} ON DUPLICATE KEY UPDATE id = VALUES(id);`]),
    ).toEqual([
      { id: 'AB', name: 'B' },
      { id: null, name: 'x' },
      { id: '7', name: 'concat' },
      { id: '1', name: 'two' },
    ])
  })

  it('ignores INSERT … SELECT, views, procedures and tables that were not asked for', () => {
    const text = `${create} INSERT INTO wp_mainwp_group SELECT * FROM x; CREATE VIEW v AS SELECT ';'; INSERT INTO other VALUES (1,');(');`
    expect(readAll([text])).toEqual([])
  })

  it.each([
    ['a row with fewer values than columns', `${create}INSERT INTO \`wp_mainwp_group\` VALUES (1);`],
    ['rows of a table without columns', "INSERT INTO `wp_mainwp_group` VALUES (1,'a');"],
    [
      'too many columns',
      `CREATE TABLE \`wp_mainwp_group\` (${Array.from({ length: 600 }, (_, i) => `\`c${i}\` int`).join(',')});`,
    ],
    ['an endless name', `CREATE TABLE ${'x'.repeat(5_000)}`],
    ['the long name of a table', `CREATE TABLE \`${'x'.repeat(5_000)}\` (\`id\` int);`],
    ['the long name of a column', `CREATE TABLE \`wp_mainwp_group\` (\`${'x'.repeat(5_000)}\` int);`],
    ['the long name of a column without quotes', `INSERT INTO wp_mainwp_group (${'x'.repeat(250)}) VALUES (1);`],
    ['a comment without an end', '/* never'],
  ])('refuses %s', (_, text) => {
    expect(() => readAll(text.length > 1_000 ? (text.match(/.{1,300}/gs) ?? []) : [text])).toThrow(
      'The database dump cannot be used',
    )
  })

  it('names no property of objects by hostile columns', () => {
    const text =
      'CREATE TABLE `wp_mainwp_group` (`__proto__` text, `id` int);INSERT INTO `wp_mainwp_group` VALUES (\'{"a":1}\',1);'
    const [row] = readAll([text])
    expect([row, Object.getPrototypeOf(row)]).toEqual([{ id: '1' }, Object.prototype])
  })

  it('drops values that are longer than any column that is read, and holds no text of other tables', () => {
    const reader = new DumpReader(select)
    reader.read(`${create}INSERT INTO \`wp_mainwp_group\` VALUES (1,'`)
    for (let megabytes = 0; megabytes < 5; megabytes++) reader.read('x'.repeat(1_000_000))
    expect(reader.read("');")).toEqual([{ table: 'wp_mainwp_group', row: { id: '1', name: '' } }])
    reader.read("INSERT INTO `other` VALUES ('")
    collectGarbage()
    const before = process.memoryUsage().heapUsed
    for (let megabytes = 0; megabytes < 30; megabytes++) reader.read("y\\'".repeat(333_333))
    collectGarbage()
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000)
    reader.read("');")
    reader.end()
  })

  it('refuses a row that is larger than any row that is read', () => {
    const reader = new DumpReader(select)
    reader.read(`CREATE TABLE \`wp_mainwp_group\` (${Array<string>(20).fill('`name` text').join()});`)
    const value = `'${'x'.repeat(2_000_000)}',`
    const readRow = () => {
      reader.read('INSERT INTO `wp_mainwp_group` VALUES (')
      for (let column = 0; column < 20; column++) reader.read(value)
    }
    expect(readRow).toThrow('a row of wp_mainwp_group is too large')
  })

  it('remembers no more tables than a network has, and of a file only their names', () => {
    const reader = new DumpReader((table) => (table.endsWith('options') ? { columns } : null))
    const rest = `/* ${'x'.repeat(1_000_000)} */`
    collectGarbage()
    const before = process.memoryUsage().heapUsed
    for (let number = 0; number < 60; number++)
      reader.read(`CREATE TABLE \`installation_${number}_options\` (\`the_name_of_an_option\` text);${rest}`)
    collectGarbage()
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000)
    const createThem = () => {
      for (let number = 0; number < 300; number++)
        reader.read(`CREATE TABLE \`${number}_options\` (\`name\` int);`.repeat(1_000))
    }
    expect(createThem).toThrow('it has too many tables')
  })

  it('reads a word across pieces, up to the limit of a value and up to the end of the text', () => {
    const hex = `0x${'41'.repeat(50_000)}`
    const text = `${create}INSERT INTO wp_mainwp_group VALUES (${hex}, 12);`
    expect(readAll(text.match(/.{1,777}/gs) ?? [])).toEqual([{ id: 'A'.repeat(50_000), name: '12' }])
    const reader = new DumpReader(select)
    reader.read(`${create}INSERT INTO wp_mainwp_group VALUES (1,0x`)
    for (let megabytes = 0; megabytes < 4; megabytes++) reader.read('41'.repeat(500_000))
    expect(reader.read('); COMMIT')).toEqual([{ table: 'wp_mainwp_group', row: { id: '1', name: '' } }])
    expect(() => reader.end()).toThrow('ends in the middle of a statement')
  })

  it.each([
    ['a value', `${create}INSERT INTO wp_mainwp_group VALUES (0x`],
    ['a value of another table', 'INSERT INTO other VALUES (0x'],
    ['a word between statements', 'SET '],
  ])('reads each character of %s once, in however many pieces it comes', (_, start) => {
    const stepsOf = (pieces: number) => {
      const reader = new DumpReader(select)
      reader.read(start)
      const steps = vi.spyOn(String.prototype, 'charCodeAt')
      for (let piece = 0; piece < pieces; piece++) reader.read('41'.repeat(500))
      const { length } = steps.mock.calls
      steps.mockRestore()
      return length
    }
    expect(stepsOf(200) / stepsOf(20)).toBeCloseTo(10, 0)
  })

  it('takes linear time for texts that are nearly all quotes, escapes or comment starts', { timeout: 60_000 }, () => {
    const timeOf = (text: string) => {
      const start = performance.now()
      const reader = new DumpReader(select)
      for (let at = 0; at < text.length; at += 65_536) reader.read(text.slice(at, at + 65_536))
      return performance.now() - start
    }
    for (const part of ["'' ", "'\\\\' ", '/**/', '/* * ', '-- x\n', '(((', '`a` ']) {
      timeOf(part.repeat(20_000))
      const [small, large] = [timeOf(part.repeat(50_000)), timeOf(part.repeat(400_000))]
      // Eight times the text: far below the square of it, whatever else runs.
      expect(large, part).toBeLessThan(Math.max(small, 50) * 40)
    }
  })
})
