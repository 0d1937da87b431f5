import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFleet, type TestFleet } from '../testing/fleet.ts'

let world: TestFleet
beforeAll(async () => {
  world = await openFleet()
})
afterAll(() => world.close())
beforeEach(() => void world.next())

describe('users', () => {
  const user = { login: 'mila', email: 'mila@example.com', password: 'p"\'\\w 1', role: 'author', firstName: 'Mi\\la' }

  it('are created, found, changed and deleted', async () => {
    const { child, site } = world.here()
    const { id } = await world.connector.createUser(site, user)
    expect(child.user('mila')?.firstName).toBe('Mi\\la')
    expect(await world.connector.listUsers(site, ['author'])).toContainEqual(
      expect.objectContaining({ id, login: 'mila', roles: ['author'] }),
    )
    expect(await world.connector.searchUsers(site, { text: 'mila', in: ['user_login'] })).toMatchObject([{ id }])
    await world.connector.updateUser(site, id, { displayName: 'Mila \\M.', email: 'm@example.com' })
    expect(child.user('mila')).toMatchObject({ displayName: 'Mila \\M.', email: 'm@example.com', role: 'author' })
    await world.connector.changeRole(site, id, 'editor')
    expect(child.user('mila')?.role).toBe('editor')
    await world.connector.setUserPassword(site, id, 'another "one"\\')
    expect(child.passwords.get('mila')).toBe('another "one"\\')
    await world.connector.deleteUser(site, id)
    expect(child.user('mila')).toBeUndefined()
  })

  it('that exist already or do not exist are errors', async () => {
    const { site } = world.here()
    await world.connector.createUser(site, user)
    await expect(world.connector.createUser(site, user)).rejects.toMatchObject({ code: 'svc_site_error' })
    await expect(world.connector.deleteUser(site, 999_999)).rejects.toMatchObject({ code: 'svc_not_found_on_site' })
  })

  it('are never created twice', async () => {
    const { child, site } = world.here()
    child.setFault('cut-after', { on: 'newuser', times: 1 })
    const { id } = await world.connector.createUser(site, user)
    expect(child.user('mila')?.id).toBe(id)
    expect(child.counts.newuser).toBe(1)
    child.setFault('http-500', { on: 'newuser', times: 1 })
    await expect(world.connector.createUser(site, { ...user, login: 'nils' })).rejects.toMatchObject({
      code: 'svc_site_error',
    })
  })

  it('include our administrator, whose password can be changed', async () => {
    const { child, site } = world.here()
    await world.connector.readSite(site, { parts: [] })
    await world.connector.setAdminPassword(site, 'new "password"')
    expect(child.passwords.get('admin')).toBe('new "password"')
    expect(site.cookies?.size).toBe(0)
  })
})
