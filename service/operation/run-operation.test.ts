import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Actor, systemActor } from './actor.ts'
import type { AuditEntry } from './audit.ts'
import { ServiceError } from './errors.ts'
import { operation } from './operation.ts'
import { type Pipeline, runOperation } from './run-operation.ts'

// The pipeline needs no services here; audit and module state are recorded.
const lines: AuditEntry[] = []
const switchedOff = new Set<string>()
const pipeline: Pipeline = {
  services: {} as Pipeline['services'],
  approvals: { require: () => Promise.reject(new Error('There are no keys that need approval here.')) },
  isModuleActive: (name) => !switchedOff.has(name),
  audit: {
    record: async (line) => void lines.push(line),
    recordRefusal: async () => {},
    maintain: async () => {},
    open: async () => 1,
    discard: async () => {},
  },
  measure: () => {},
}
const administrator: Actor = { ...systemActor('ada'), kind: 'user', userId: 1 }
const reader: Actor = { ...administrator, kind: 'key', scopes: ['read'] }

let painted: string[] = []
const paint = operation({
  name: 'paint-boat',
  summary: 'Paint a boat.',
  effect: 'change',
  permission: 'sites.manage',
  input: z.strictObject({
    boat_id: z.int().min(1),
    colour: z.enum(['red', 'blue']).default('blue'),
    coats: z.int().min(1).max(5).optional(),
    parts: z.array(z.string()).default([]),
  }),
  output: z.object({ boat_id: z.int(), colour: z.string() }),
  aliases: { shade: 'colour', id: 'boat_id', pieces: 'parts' },
})
  .plans(async ({ boat_id, colour }) => ({ boat_id, would_affect: [{ boat_id, colour }] }))
  .does(async ({ boat_id, colour }) => {
    painted.push(`${boat_id} ${colour}`)
    return { boat_id, colour, secret: 'never promised' }
  })

const sink = operation({
  name: 'sink-boat',
  summary: 'Sink a boat.',
  effect: 'destroy',
  permission: 'sites.manage',
  requires: 'sinking',
  input: z.strictObject({ boat_id: z.int() }),
  output: z.object({ sunk: z.literal(true) }),
})
  .plans(async () => ({ would_affect: [{ boat_id: 1 }], warnings: ['There are passengers on board.'] }))
  .does(async ({ boat_id }) => {
    if (boat_id === 13) throw new ServiceError('svc_boat_not_found', 'missing', 'There is no boat 13.')
    return { sunk: true }
  })

const run = (what: Parameters<typeof runOperation>[1], input: unknown, actor = administrator) =>
  runOperation(pipeline, what, input, { actor, requestId: 'r1' })
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => error as ServiceError,
  )

beforeEach(() => {
  lines.length = 0
  painted = []
  switchedOff.clear()
})

describe('runOperation: input', () => {
  it('is converted, filled with defaults and passed on by its own names', async () => {
    await run(paint, { id: '7', shade: 'red' })
    expect(painted).toEqual(['7 red'])
  })

  it('is refused field by field, with the accepted values', async () => {
    const error = await refusal(run(paint, { boat_id: 'seven', colour: 'green', coats: 9, wings: 2 }))
    expect(error).toMatchObject({ code: 'svc_invalid_input', kind: 'invalid' })
    expect(error?.details.params).toEqual({
      boat_id: 'must be a whole number, 1 or more',
      colour: 'must be one of: red, blue',
      coats: 'must be a whole number from 1 to 5',
      wings: expect.stringContaining('is not a known field; known fields: boat_id, colour, coats'),
    })
  })

  it('reports missing fields', async () => {
    const error = await refusal(run(paint, {}))
    expect(error?.message).toBe('Invalid input: boat_id is required (a whole number, 1 or more).')
  })

  it.each([['a text'], [[1, 2]], [7]])('must be an object: %j', async (input) => {
    expect((await refusal(run(paint, input)))?.code).toBe('svc_invalid_input')
  })

  it('refuses two spellings with different values', async () => {
    const error = await refusal(run(paint, { boat_id: 1, colour: 'red', shade: 'blue' }))
    expect(error?.details.params).toEqual({ shade: 'is the same field as colour; give only one of them' })
  })

  it('prefers another spelling over a default that the client filled in', async () => {
    await run(paint, { boat_id: 1, colour: 'blue', shade: 'red', parts: [], pieces: ['hull'] })
    expect(painted).toEqual(['1 red'])
  })

  it('accepts two spellings with equal values, as in a record that is sent back', async () => {
    await run(paint, { boat_id: 1, colour: 'red', shade: 'red' })
    expect(painted).toEqual(['1 red'])
  })

  it('does not accept inherited names', async () => {
    const error = await refusal(run(paint, JSON.parse('{"boat_id": 1, "toString": 1}')))
    expect(error?.details.params).toHaveProperty('toString')
  })
})

describe('runOperation: dry run and confirm', () => {
  it('a dry run returns the plan and changes nothing, also with confirm', async () => {
    const { output, dryRun } = await run(paint, { boat_id: 1, dry_run: 'true', confirm: true })
    expect(dryRun).toBe(true)
    expect(output).toEqual({
      dry_run: true,
      boat_id: 1,
      would_affect: [{ boat_id: 1, colour: 'blue' }],
      count: 1,
      warnings: [],
    })
    expect(painted).toEqual([])
    expect(lines).toEqual([])
  })

  it('a dry run needs the same permission and valid input', async () => {
    expect((await refusal(run(paint, { boat_id: 1, dry_run: true }, reader)))?.code).toBe('svc_permission_denied')
    expect((await refusal(run(paint, { dry_run: true })))?.code).toBe('svc_invalid_input')
  })

  it.each([[undefined], [false], ['false'], ['0'], [0]])(
    'what destroys is refused with confirm %j',
    async (confirm) => {
      const error = await refusal(run(sink, { boat_id: 1, ...(confirm !== undefined && { confirm }) }))
      expect(error?.code).toBe('svc_confirmation_required')
    },
  )

  it('a surface that confirms, as DELETE does, is overruled by confirm false', async () => {
    const through = (input: object) =>
      runOperation(pipeline, sink, input, { actor: administrator, requestId: 'r1', confirmed: true })
    expect((await through({ boat_id: 1 })).output).toEqual({ sunk: true })
    expect((await refusal(through({ boat_id: 1, confirm: 'false' })))?.code).toBe('svc_confirmation_required')
  })

  it('destroys with confirm true in any spelling', async () => {
    for (const confirm of [true, 'true', '1', 1])
      expect((await run(sink, { boat_id: 1, confirm })).output).toEqual({ sunk: true })
  })

  it('refuses a confirm that is not a boolean', async () => {
    expect((await refusal(run(sink, { boat_id: 1, confirm: 'perhaps' })))?.details.params).toEqual({
      confirm: 'must be true or false',
    })
  })
})

describe('runOperation: permission and module', () => {
  it('checks permission before input', async () => {
    expect((await refusal(run(paint, 'nonsense', reader)))?.code).toBe('svc_permission_denied')
  })

  it('refuses changes by a viewer with any scope', async () => {
    expect((await refusal(run(paint, { boat_id: 1 }, { ...administrator, role: 'viewer' })))?.kind).toBe('forbidden')
  })

  it('refuses to delete with the write scope', async () => {
    const writer: Actor = { ...reader, scopes: ['read', 'write'] }
    expect((await refusal(run(sink, { boat_id: 1, confirm: true }, writer)))?.code).toBe('svc_permission_denied')
  })

  it('returns a separate error for a module that is off', async () => {
    switchedOff.add('sinking')
    expect(await refusal(run(sink, { boat_id: 1, confirm: true }))).toMatchObject({
      code: 'svc_module_not_available',
      kind: 'module-off',
      details: { module: 'sinking' },
    })
  })
})

describe('runOperation: output and audit', () => {
  it('returns only the fields in the output schema', async () => {
    expect((await run(paint, { boat_id: 1 })).output).toEqual({ boat_id: 1, colour: 'blue' })
  })

  it('fails if the output does not match the schema', async () => {
    const lying = operation({
      name: 'count-boats',
      summary: 'Count.',
      effect: 'read',
      permission: 'sites.read',
      input: z.strictObject({}),
      output: z.object({ total: z.int() }),
    }).does(async () => ({ total: 'many' as unknown as number }))
    await expect(run(lying, {})).rejects.toThrow('count-boats returned output that does not match its schema')
  })

  it('records actor, operation, target and outcome', async () => {
    await run(paint, { boat_id: 3 })
    await refusal(run(sink, { boat_id: 13, confirm: true }))
    expect(lines.map(({ actor, operation: name, subject, outcome }) => [actor.name, name, subject, outcome])).toEqual([
      ['ada', 'paint-boat', '{"boat_id":3}', 'ok'],
      ['ada', 'sink-boat', '{"boat_id":13}', 'svc_boat_not_found'],
    ])
  })
})
