import { expect, it } from 'vitest'
import { operations } from './catalogue.ts'
import { canonicalJson } from './operation/claims/canonical-json.ts'
import { exampleInput } from './surfaces/testing/every-call.ts'
import { markedInputs } from './testing/marked-inputs.ts'
import { setUpService } from './testing/people.ts'
import { seedMarkedFleet } from './testing/seed-marked-fleet.ts'

const fixture = setUpService()

it('the plan of a call is the same five minutes later, so that it can be approved', async () => {
  const { service } = fixture
  await seedMarkedFleet(service.db, service.clock.now())
  const changing = operations.filter(({ effect, permission }) => effect !== 'read' && permission !== 'own')
  const planAll = async () => {
    const plans = new Map<string, string>()
    for (const operation of changing) {
      const input = markedInputs(operation)[0] ?? exampleInput(operation)
      const plan = await service.app.run(operation.name, { ...input, dry_run: true }).catch(() => null)
      if (plan) plans.set(operation.name, canonicalJson(plan.output))
    }
    return plans
  }
  const before = await planAll()
  service.clock.advance(5 * 60_000)
  const after = await planAll()
  expect(before.size).toBeGreaterThan(60)
  expect([...before.keys()].filter((name) => after.get(name) !== before.get(name))).toEqual([])
})
