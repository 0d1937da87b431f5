import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { commands } from './control/commands.ts'
import { faultTypes } from './faults/catalogue.ts'
import { updateBehaviours } from './faults/update-behaviours.ts'

const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')

describe('README', () => {
  it('lists every type of fault with its summary', () => {
    for (const [name, { summary }] of Object.entries(faultTypes))
      expect(readme).toContain(`| \`${name}\` | ${summary} |`)
  })

  it('lists every update behaviour with its summary', () => {
    for (const [name, summary] of Object.entries(updateBehaviours))
      expect(readme).toContain(`| \`${name}\` | ${summary} |`)
  })

  it('names every command of the control endpoint', () => {
    for (const name of Object.keys(commands)) expect(readme).toContain(name)
  })
})
