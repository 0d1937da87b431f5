import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { TableImportPage } from '../import/table-import-page.tsx'
import { useTableImport } from '../import/use-table-import.ts'
import { ModuleGate } from '../modules/module-gate.tsx'
import { CheckField } from '../ui/form/fields.tsx'

const example = `name,price,renewal_type,last_renewal,sites,clients
Forms Pro,49,yearly,2026-03-01,bakery.example,
Hosting,12.50,monthly,2026-11-01,,Corner Bakery`

/** Imports costs from a list: adds new ones and updates those with an id. */
export default function ImportCostsPage() {
  const [ignoreIds, setIgnoreIds] = useState(false)
  const choices = { ignore_ids: ignoreIds }
  // Either all rows are imported or none, so there are no row errors.
  const send = async (csv: string) => {
    await call('import-costs', { csv, ...choices })
    return { errors: [] }
  }
  const table = useTableImport('import-costs', send, choices)
  return (
    <ModuleGate module="cost-tracker" label="Cost Tracker">
      <TableImportPage
        operation="import-costs"
        noun="cost"
        names={['name', 'id']}
        example={example}
        table={table}
        choices={
          <CheckField
            name="ignore_ids"
            label="The list comes from another installation"
            hint="Its ids mean other costs there, so they are passed over: every row is added."
            checked={ignoreIds}
            onChange={setIgnoreIds}
          />
        }
        help={
          <>
            <dl className="facts">
              <dt>name, price</dt>
              <dd>What it is, and what it costs each time. Needed for a new cost.</dd>
              <dt>sites, groups, clients</dt>
              <dd>For whom, at least one of them: names, addresses or numbers, with ; between.</dd>
              <dt>renewal_type</dt>
              <dd>weekly, monthly, quarterly, yearly or disabled.</dd>
              <dt>last_renewal</dt>
              <dd>A day, like 2026-03-01.</dd>
              <dt>payment_type</dt>
              <dd>subscription or lifetime.</dd>
              <dt>id</dt>
              <dd>A row with that of a cost changes it; any other adds one.</dd>
            </dl>
            <p className="soft">
              An empty cell clears what was there; a column that is not in the list stays as it is. The export of the
              costs has every column there is.
            </p>
          </>
        }
        done={
          <>
            The imported ones stand among <Link to="/costs">the costs</Link>.
          </>
        }
      />
    </ModuleGate>
  )
}
