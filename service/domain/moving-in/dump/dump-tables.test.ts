import { expect, it } from 'vitest'
import { exportScriptTemplate } from '../export-script/export-script-template.ts'
import { dumpTables } from './dump-tables.ts'

/** Columns that the import does not use; the script exports them for later versions. */
const unused = ['siteurl', 'force_use_ipv4', 'ssl_version', 'is_staging', 'suburl', 'cost_icon', 'cost_color']

it('reads every column from a dump that the export script exports', () => {
  const calls = exportScriptTemplate.matchAll(/this->table\( '(\w+)', '\w+', array\( ([^)]+) \)/g)
  const exported = new Map([...calls].map(([, table = '', list = '']) => [table, list.match(/\w+/g) ?? []]))
  expect([...exported.keys()].toSorted()).toEqual(Object.keys(dumpTables).toSorted())
  for (const [table, columns] of exported)
    expect(dumpTables[table], table).toEqual(expect.arrayContaining(columns.filter((name) => !unused.includes(name))))
})
