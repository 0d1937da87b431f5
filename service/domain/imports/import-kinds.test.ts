import { describe, expect, it } from 'vitest'
import { guessColumns, templateOf } from '../../operation/import-columns.ts'
import { clientImport } from '../clients/index.ts'
import { siteImport } from '../sites/index.ts'
import { importKinds } from './import-kinds.ts'

describe('the fields of columns', () => {
  it.each([
    ['Website URL', 'url'],
    ['Site Title', 'name'],
    ['Tags', 'tags'],
    ['Client Name', 'client'],
    ['client_id', 'client'],
    ['WP Username', 'admin'],
    ['PHP version', null],
  ])('of sites: %s is %s', (title, field) => expect(guessColumns(siteImport, [title])).toEqual([field]))

  it('of the client table of the established product, as its documentation lists it', () => {
    const titles = ['Client Name', 'Client email', 'Client address 1', 'Client address 2', 'Client city']
    const further = ['Client state', 'Client ZIP', 'Client country', 'Client status', 'Select sites']
    expect(guessColumns(clientImport, [...titles, ...further])).toEqual([
      ...['name', 'client_email', 'address_1', 'address_2', 'city'],
      ...['state', 'zip', 'country', null, 'selected_sites'],
    ])
  })

  it('uses a field once: by its own name before other titles', () => {
    expect(guessColumns(siteImport, ['Website', 'url', 'Domain'])).toEqual([null, 'url', null])
  })

  it('keeps custom fields of clients apart', () => {
    expect(guessColumns(clientImport, ['Field: name', 'name'])).toEqual(['field: name', 'name'])
  })
})

it.each(Object.values(importKinds))('the template of $kind is understood by its own mapping', (kind) => {
  const [titles = ''] = templateOf(kind).split('\r\n')
  expect(guessColumns(kind, titles.split(','))).toEqual(kind.fields.map(({ name }) => name))
})
