import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { noTargets, TargetsField, targetsOf } from '../fleet/targets-field.tsx'
import { TableImportPage } from '../import/table-import-page.tsx'
import { useTableImport } from '../import/use-table-import.ts'

const example = `username,email,role,websites
mila,mila@agency.example,editor,bakery.example; dentist.example
nils,nils@agency.example,author,`

/** Imports users of many sites from a list. A job creates them and reports each outcome. */
export default function ImportSiteUsersPage() {
  const navigate = useNavigate()
  const [targets, setTargets] = useState(noTargets)
  const choices = targetsOf(targets)
  const send = async (csv: string) => {
    const { job_id } = await call('import-site-users', { csv, ...choices, background: true })
    await navigate({ to: '/jobs/$jobId', params: { jobId: job_id } })
    return { errors: [] }
  }
  const table = useTableImport('import-site-users', send, choices)
  return (
    <TableImportPage
      operation="import-site-users"
      noun="user"
      names={['username', 'login', 'email', 'e-mail']}
      example={example}
      table={table}
      choices={
        <div className="stack-tight">
          <strong>Where users go that name no site of their own</strong>
          <TargetsField targets={targets} onChange={setTargets} />
        </div>
      }
      help={
        <>
          <dl className="facts">
            <dt>username, email</dt>
            <dd>Both are needed.</dd>
            <dt>role</dt>
            <dd>administrator, editor, author, contributor or subscriber. Without one: subscriber.</dd>
            <dt>websites</dt>
            <dd>
              Addresses or numbers of the sites, with ; between; groups and clients mean all sites of a tag or client.
            </dd>
            <dt>password</dt>
            <dd>At least eight letters. Without one the site mails the user a way to choose one.</dd>
            <dt>first_name, last_name</dt>
            <dd>As you like.</dd>
          </dl>
          <p className="soft">It runs in the background: the job says for every user and site what came of it.</p>
        </>
      }
      done="The job makes the users now."
    />
  )
}
