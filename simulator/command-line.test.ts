import { describe, expect, it } from 'vitest'
import { help, readCommandLine } from './command-line.ts'

const read = (line: string) => readCommandLine(line.split(' ').filter(Boolean))!

describe('the command line of the simulator', () => {
  it('reads shares, sizes and numbers', () => {
    const { fleet, controlPort } = read(
      '--sites 1000 --hostile 1% --slow 0.05 --payload 40kB --port 0 --control-port 0',
    )
    expect(fleet).toMatchObject({
      sites: 1000,
      port: 0,
      payload: 40_000,
      behaviours: { hostile: 0.01, slow: 0.05, dead: 0 },
    })
    expect(controlPort).toBe(0)
  })

  it('has defaults, and help', () => {
    expect(read('').fleet).toMatchObject({ sites: 20, port: 8181, baseAddress: '127.10.0.1', seed: '1' })
    expect(readCommandLine(['--help'])).toBeNull()
    expect(help).toContain('--hostile')
  })

  it('reports options it cannot read', () => {
    expect(() => read('--slow lots')).toThrow('--slow takes a share such as 5%')
    expect(() => read('--payload big')).toThrow('--payload takes a size')
    expect(() => read('--sites -3')).toThrow()
    expect(() => read('--wings 2')).toThrow(/wings/)
    expect(() => read('--keys a.json')).toThrow('--keys and --server go together')
  })
})
