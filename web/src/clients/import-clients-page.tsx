import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { TableImportPage } from '../import/table-import-page.tsx'
import { useTableImport } from '../import/use-table-import.ts'
import { CheckField } from '../ui/form/fields.tsx'

const example = `name,client_email,client_phone,city,selected_sites
Corner Bakery,info@bakery.example,+49 30 1234,Berlin,bakery.example
Dr. Weber,office@dentist.example,,Kiel,"dentist.example; 12"`

/** Imports clients from a list: adds new ones and updates existing ones. */
export default function ImportClientsPage() {
  const [ignoreIds, setIgnoreIds] = useState(false)
  const choices = { ignore_ids: ignoreIds }
  const table = useTableImport('import-clients', (csv) => call('import-clients', { csv, ...choices }), choices)
  return (
    <TableImportPage
      operation="import-clients"
      noun="client"
      names={['name', 'client_email', 'client email', 'id']}
      example={example}
      table={table}
      choices={
        <CheckField
          name="ignore_ids"
          label="The list comes from another installation"
          hint="Its ids mean other clients there, so they are passed over; clients are known by their e-mail addresses."
          checked={ignoreIds}
          onChange={setIgnoreIds}
        />
      }
      help={
        <>
          <dl className="facts">
            <dt>name</dt>
            <dd>Needed for a new client.</dd>
            <dt>id or client_email</dt>
            <dd>A row with that of a client changes it; any other adds one.</dd>
            <dt>client_phone, note</dt>
            <dd>As you like; so are address_1, address_2, zip, city, state, country.</dd>
            <dt>selected_sites</dt>
            <dd>Addresses or numbers of its sites, with ; between.</dd>
            <dt>field: VAT number</dt>
            <dd>A custom field of that name; one that is not there yet is added.</dd>
          </dl>
          <p className="soft">
            An empty cell clears what was there; a column that is not in the list stays as it is. Export, change, import
            is a safe way round.
          </p>
        </>
      }
      done={
        <>
          The imported ones stand among <Link to="/clients">the clients</Link>.
        </>
      }
    />
  )
}
