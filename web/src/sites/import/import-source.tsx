import { type ChangeEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { IconUpload } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { type Fields, readCsv } from './read-csv.ts'

const example = `url,admin,admin_password,name,tags
https://bakery.example/,admin,one-time secret,Corner Bakery,3
https://dentist.example/,owner,,Dr. Weber,`

const most = 10_000

/** A list to import: pasted, or from a file. It stays in the browser until it is imported. */
export function ImportSource({ onRead }: { onRead: (records: Fields[]) => void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const read = (csv: string) => {
    const records = readCsv(csv)
    if (records.length === 0)
      return setProblem('There is no row in it. The first line names the columns, then comes one line per site.')
    if (records.length > most) {
      return setProblem(
        `It holds ${records.length.toLocaleString()} rows; at most ${most.toLocaleString()} go at once. Split it.`,
      )
    }
    setProblem(null)
    onRead(records)
  }
  const fromFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = ''
    if (!file) return
    const content = await file.text()
    setText(content.length < 200_000 ? content : '')
    read(content)
  }
  return (
    <div className="add-site">
      <Card title="The list">
        <div className="stack">
          {problem && <Notice tone="bad">{problem}</Notice>}
          <TextArea
            name="csv"
            label="Paste it here"
            className="input mono"
            rows={10}
            spellCheck={false}
            placeholder={example}
            value={text}
            onChange={setText}
          />
          <div className="line">
            <Button tone="primary" disabled={text.trim() === ''} onClick={() => read(text)}>
              Look at the list
            </Button>
            <label className="button">
              <IconUpload size={17} aria-hidden />
              Choose a file
              <input
                type="file"
                accept=".csv,.tsv,.txt,text/csv"
                className="unseen"
                onChange={(event) => void fromFile(event)}
              />
            </label>
          </div>
        </div>
      </Card>
      <Card title="What it looks like">
        <div className="stack">
          <p>
            The first line names the columns; commas, semicolons and tabs all work, so a spreadsheet’s own export does.
          </p>
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
            Nothing is lost by importing a list twice: sites that are connected already are left alone, so a corrected
            list can be imported again as a whole.
          </p>
        </div>
      </Card>
    </div>
  )
}
