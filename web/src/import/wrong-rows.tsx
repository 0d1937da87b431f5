import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { IconRefresh } from '../ui/icons.ts'
import type { ImportField } from './import-page.tsx'
import { type ImportRow, isWrong } from './import-rows.ts'
import { importTexts } from './import-texts.ts'

const rowsAtOnce = 25

/** The rows that cannot be imported, as an editable table. */
export function WrongRows({
  rows,
  fields,
  onEdit,
  onCheck,
}: {
  rows: readonly ImportRow[]
  fields: readonly ImportField[]
  onEdit: (number: number, field: string, cell: string) => void
  onCheck: () => Promise<void>
}) {
  const [limit, setLimit] = useState(rowsAtOnce)
  const wrong = rows.filter(isWrong)
  if (wrong.length === 0) return null
  const labels = new Map(fields.map(({ name, label }) => [name, label]))
  const secrets = new Set(fields.filter(({ secret }) => secret).map(({ name }) => name))
  const used = new Set(wrong.flatMap((row) => [...Object.keys(row.fields), ...Object.keys(row.problems)]))
  // Required fields too: a row may lack one that no column has.
  const names = [
    ...fields.filter(({ name, required }) => required || used.has(name)).map(({ name }) => name),
    ...[...used].filter((name) => !labels.has(name) && wrong.some((row) => name in row.fields)),
  ]
  return (
    <Card title={importTexts.wrongTitle}>
      <div className="stack">
        <p className="soft">{importTexts.wrongHelp}</p>
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            void onCheck()
          }}
        >
          <div className="table-scroll">
            <table className="table import-wrong">
              <thead>
                <tr>
                  <th scope="col">{importTexts.row}</th>
                  {names.map((name) => (
                    <th key={name} scope="col">
                      {labels.get(name) ?? name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {wrong.slice(0, limit).map((row) => (
                  <WrongRow
                    key={row.number}
                    row={row}
                    names={names}
                    labels={labels}
                    secrets={secrets}
                    onEdit={onEdit}
                  />
                ))}
              </tbody>
            </table>
          </div>
          <div className="line">
            <Button tone="primary" type="submit" icon={IconRefresh}>
              {importTexts.checkAgain}
            </Button>
            {wrong.length > limit && (
              <Button onClick={() => setLimit(limit + 100)}>
                {importTexts.showMore({ count: Math.min(100, wrong.length - limit) })}
              </Button>
            )}
          </div>
        </form>
      </div>
    </Card>
  )
}

function WrongRow({
  row,
  names,
  labels,
  secrets,
  onEdit,
}: {
  row: ImportRow
  names: readonly string[]
  labels: ReadonlyMap<string, string>
  secrets: ReadonlySet<string>
  onEdit: (number: number, field: string, cell: string) => void
}) {
  const { number, fields, problems, message } = row
  // Problems of fields that are no column here.
  const further = Object.entries(problems)
    .filter(([name]) => !names.includes(name))
    .map(([name, reason]) => `${name} ${reason}`)
  const general = [message, ...further].filter((text) => text !== undefined)
  const messageId = `import-row-${number}`
  return (
    <tr>
      <th scope="row">
        {importTexts.rowNumber({ number })}
        {general.length > 0 && (
          <div id={messageId} className="error import-message">
            {general.join('\n')}
          </div>
        )}
      </th>
      {names.map((name) => {
        const label = labels.get(name) ?? name
        const problem = problems[name]
        const errorId = `${messageId}-${name.replaceAll(/\W/g, '-')}`
        const describedBy = [problem !== undefined && errorId, general.length > 0 && messageId]
          .filter(Boolean)
          .join(' ')
        return (
          <td key={name} data-label={label}>
            <input
              className="input"
              type={secrets.has(name) ? 'password' : 'text'}
              autoComplete={secrets.has(name) ? 'new-password' : 'off'}
              aria-label={importTexts.cell({ number, field: label })}
              aria-invalid={problem !== undefined || undefined}
              aria-describedby={describedBy || undefined}
              value={fields[name] ?? ''}
              onChange={({ target }) => onEdit(number, name, target.value)}
            />
            {problem !== undefined && (
              <div id={errorId} className="error import-message">
                {/^\p{Lu}/u.test(problem) ? problem : `${label} ${problem}`}
              </div>
            )}
          </td>
        )
      })}
    </tr>
  )
}
