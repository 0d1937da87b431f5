import { describe, expect, it } from 'vitest'
import type { LoggedChange, OutsideAction } from '../../platform/connector/snapshot/changes.ts'
import { readReportedChanges } from './reported-changes.ts'

const now = new Date('2026-11-15T12:00:00Z')
const at = new Date('2026-11-15T11:00:00Z')
const row = (given: Partial<LoggedChange>): LoggedChange => ({
  key: '9.1794705990.1461',
  id: 9,
  typeId: 1461,
  at,
  context: 'plugin',
  action: 'activated',
  user: 'admin',
  userRoles: 'administrator',
  ip: '',
  userAgent: '',
  postId: null,
  postType: '',
  postStatus: '',
  details: [],
  ...given,
})
const action = (given: Partial<OutsideAction>): OutsideAction => ({
  key: '17947059903298',
  at,
  context: 'plugins',
  action: 'deactivated',
  user: 'admin',
  summary: '"Fleet Demo" plugin deactivated',
  itemName: 'Fleet Demo',
  itemSlug: 'fleet-demo/fleet-demo.php',
  ip: '',
  agent: '',
  ...given,
})
const read = (actions: OutsideAction[], log?: LoggedChange[]) =>
  readReportedChanges({ actions, ...(log && { log }), next: { actionsAfter: null, logAfter: null }, more: false }, now)
const describeRow = (given: Partial<LoggedChange>) => read([], [row(given)])[0]!.description

it('reads an action with its item', () => {
  expect(read([action({})])).toEqual([
    {
      source: 'site',
      key: 'action 17947059903298',
      at,
      type: 'plugin',
      action: 'deactivated',
      item: 'Fleet Demo',
      description: 'Plugin deactivated: Fleet Demo',
      user: 'admin',
    },
  ])
})

describe('a row of the log', () => {
  it('is described by its number and its item', () => {
    const details = [{ name: 'plugindata.name', value: 'Hello Dolly' }]
    expect(describeRow({ details })).toBe('Plugin activated: Hello Dolly')
    expect(describeRow({ typeId: 1205, context: 'post', details: [{ name: 'PostTitle', value: 'News' }] })).toBe(
      'Post published: News',
    )
    expect(describeRow({ typeId: 1570, context: 'user' })).toBe('User logged in')
  })

  it('is described with the old and the new value', () => {
    const details = [
      { name: 'oldvalue', value: 'Old' },
      { name: 'newvalue', value: 'New' },
    ]
    expect(describeRow({ typeId: 1910, details })).toBe('Title of the site changed from “Old” to “New”')
    expect(describeRow({ typeId: 1910, details: details.slice(1) })).toBe('Title of the site changed to “New”')
  })

  it('of an unknown type has a readable description', () => {
    expect(describeRow({ typeId: 4711, context: 'shop-order', action: 'refunded' })).toBe('Shop order refunded')
    expect(describeRow({ typeId: 4711, context: '', action: '' })).toBe('Change of type 4711')
    expect(read([], [row({ typeId: 4711, context: '' })])[0]).toMatchObject({ type: 'other' })
  })

  it('without a valid time gets the current time', () => {
    expect(read([], [row({ at: null })])[0]!.at).toBe(now)
  })
})

it('reads an update of WordPress once, although both logs contain it', () => {
  const core = action({ context: 'wordpress', action: 'updated', itemName: 'WordPress' })
  const logged = row({ typeId: 1960, context: 'wordpress', action: 'updated' })
  expect(read([core], [logged])).toHaveLength(1)
  expect(read([core], [])).toHaveLength(1)
  expect(read([core], [{ ...logged, at: new Date('2026-11-01T00:00:00Z') }])).toHaveLength(2)
})

it('reads changes of pages as such, although their number is that of posts', () => {
  const details = [{ name: 'PostTitle', value: 'About us' }]
  const changes = (postType: string) =>
    read([], [row({ typeId: 1205, postType, details }), row({ typeId: 1305, postType, details })]).map(
      ({ type, description }) => [type, description],
    )
  expect(changes('page')).toEqual([
    ['page', 'Page published: About us'],
    ['page', 'Title of a page changed: About us'],
  ])
  expect(changes('post')[0]).toEqual(['post', 'Post published: About us'])
})

describe('the order and the author of changes', () => {
  it('keeps the order of changes of one second, although the site sends the newest first', () => {
    const log = [3, 1, 2].map((id) =>
      row({ id, key: `${id}`, details: [{ name: 'plugindata.name', value: `P${id}` }] }),
    )
    expect(read([], log).map(({ item }) => item)).toEqual(['P1', 'P2', 'P3'])
  })

  it('leaves out log-ins of Flotilla, which are no changes by others', () => {
    const userAgent = 'Mozilla/5.0 (compatible; Flotilla)'
    const login = { typeId: 1570, context: 'user', action: 'logged-in' }
    expect(
      read([], [row({ ...login, userAgent }), row({ ...login, key: 'x', id: 10, userAgent: 'Firefox' })]),
    ).toHaveLength(1)
  })
})
