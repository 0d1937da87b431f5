import { ImportSource, listProblem } from '../../import/import-source.tsx'
import { type Fields, recordsOf } from '../../import/sheet.ts'

const example = `url,admin,admin_password,name,tags
https://bakery.example/,admin,one-time secret,Corner Bakery,3
https://dentist.example/,owner,,Dr. Weber,`

export function SitesSource({ onRead }: { onRead: (records: Fields[]) => void }) {
  const loadRows = (cells: string[][]) => {
    const records = recordsOf(cells)
    const problem = listProblem(records.length, 'site')
    if (problem === null) onRead(records)
    return problem
  }
  return (
    <ImportSource example={example} onCells={loadRows}>
      <dl className="facts">
        <dt>url, admin</dt>
        <dd>The address, and the login name of an administrator. Both are needed.</dd>
        <dt>admin_password</dt>
        <dd>Used once to connect, never stored.</dd>
        <dt>name, notes</dt>
        <dd>As you like.</dd>
        <dt>client_id, tags</dt>
        <dd>Their numbers; several tags with | between.</dd>
        <dt>unique_id</dt>
        <dd>The security ID, where the connector shows one.</dd>
        <dt>http_user, http_pass</dt>
        <dd>Where the web server asks for a password of its own.</dd>
      </dl>
      <p className="soft">
        Nothing is lost by importing a list twice: sites that are connected already are left alone, so a corrected list
        can be imported again as a whole.
      </p>
    </ImportSource>
  )
}
