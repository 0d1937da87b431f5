import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Actor, systemActor } from './actor.ts'
import { type Operation, operation } from './operation.ts'
import { hasPermission, type Permission, permissions, type Role } from './permissions.ts'
import { requirePermission } from './require-permission.ts'

const definition = {
  name: 'count-boats',
  summary: 'Count the boats.',
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({}),
} as const
const withPermission = (permission: Permission): Operation =>
  operation({ ...definition, permission }).does(async () => ({}))
const user = (role: Role): Actor => ({ ...systemActor('ada'), kind: 'user', userId: 1, role })
const misspelled = 'setings.read' as Permission

describe('permissions', () => {
  it('are a closed list: a misspelled one is a type error', () => {
    // @ts-expect-error If this line compiles, any text is accepted as a permission.
    const unknown: Permission = 'setings.read'
    // @ts-expect-error The same in the definition of an operation.
    operation({ ...definition, permission: 'setings.manage' })
    expect(permissions).not.toHaveProperty([unknown])
  })

  it('are refused to every role when they are not in the list', () => {
    for (const role of ['administrator', 'manager', 'viewer'] as const) {
      expect(hasPermission({ role }, misspelled), role).toBe(false)
      expect(() => requirePermission(withPermission(misspelled), user(role)), role).toThrow()
    }
  })

  it('decide which role may run an operation', () => {
    const rolesWith = (permission: Permission) =>
      (['administrator', 'manager', 'viewer'] as const).filter((role) => hasPermission({ role }, permission))
    expect(rolesWith('settings.read')).toEqual(['administrator'])
    expect(rolesWith('metrics.read')).toEqual(['administrator'])
    expect(rolesWith('sites.manage')).toEqual(['administrator', 'manager'])
    expect(rolesWith('sites.read')).toEqual(['administrator', 'manager', 'viewer'])
    expect(() => requirePermission(withPermission('settings.read'), user('manager'))).toThrow('is for administrators')
    expect(() => requirePermission(withPermission('settings.read'), user('administrator'))).not.toThrow()
  })
})
