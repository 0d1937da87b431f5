import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Notice } from '../ui/notice.tsx'
import type { ImportField } from './import-page.tsx'
import { importTexts } from './import-texts.ts'
import type { Fields } from './sheet.ts'
import type { SourceTable } from './table-source.ts'

/** Which field each column means, with a preview of its values. */
export function ColumnStep({
  source,
  fields,
  guessed,
  choices,
  onBack,
  onRecords,
}: {
  source: SourceTable
  fields: readonly ImportField[]
  guessed: readonly (string | null)[]
  choices?: ReactNode
  onBack: () => void
  onRecords: (records: Fields[]) => void
}) {
  const [mapping, setMapping] = useState<readonly (string | null)[]>(guessed)
  const [values, setValues] = useState<Fields>({})
  const labels = new Map(fields.map(({ name, label }) => [name, label]))
  const labelOf = (name: string) => labels.get(name) ?? name
  const twice = mapping.find((field, at) => field !== null && mapping.indexOf(field) !== at)
  const unmapped = fields.filter(({ name, required }) => required && !mapping.includes(name))
  const missing = unmapped.find(({ name }) => (values[name] ?? '').trim() === '')
  const problem = twice
    ? importTexts.usedTwice({ field: labelOf(twice) })
    : missing && importTexts.missingField({ field: missing.label })
  const records = () =>
    source.rows.map((cells) => ({
      ...Object.fromEntries(unmapped.map(({ name }) => [name, (values[name] ?? '').trim()])),
      ...Object.fromEntries(mapping.flatMap((field, at) => (field === null ? [] : [[field, cells[at] ?? '']]))),
    }))
  // Custom fields of clients have names of their own.
  const options = [...labels.keys(), ...guessed.filter((field) => field !== null && !labels.has(field))]
  return (
    <Card title={importTexts.columnsTitle}>
      <div className="stack">
        <p className="soft">{importTexts.columnsHelp}</p>
        <table className="table import-columns">
          <thead>
            <tr>
              <th scope="col">{importTexts.column}</th>
              <th scope="col">{importTexts.values}</th>
              <th scope="col">{importTexts.field}</th>
            </tr>
          </thead>
          <tbody>
            {source.titles.map((title, at) => (
              // By index, because titles may be equal and the order does not change.
              <tr key={at} className={mapping[at] === null ? 'import-ignored' : undefined}>
                <th scope="row">{title}</th>
                <td className="soft">{isSecret(fields, mapping[at]) ? '••••' : preview(source, at)}</td>
                <td>
                  <select
                    className="input"
                    aria-label={importTexts.fieldOf({ title })}
                    value={mapping[at] ?? ''}
                    onChange={({ target }) =>
                      setMapping((before) =>
                        before.map((field, index) => (index === at ? target.value || null : field)),
                      )
                    }
                  >
                    <option value="">{importTexts.ignoreColumn}</option>
                    {options.map((name) => (
                      <option key={name} value={name ?? ''}>
                        {labelOf(name ?? '')}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {unmapped.map(({ name, label }) => (
          <TextField
            key={name}
            name={name}
            label={importTexts.valueForAll({ field: label })}
            hint={importTexts.valueForAllHint}
            value={values[name] ?? ''}
            onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
          />
        ))}
        {choices}
        {problem && <Notice tone="warn">{problem}</Notice>}
        <div className="line">
          <Button tone="primary" disabled={problem !== undefined} onClick={() => onRecords(records())}>
            {importTexts.check({ count: source.rows.length })}
          </Button>
          <Button onClick={onBack}>{importTexts.otherTable}</Button>
        </div>
      </div>
    </Card>
  )
}

const isSecret = (fields: readonly ImportField[], name: string | null | undefined) =>
  fields.some((field) => field.name === name && field.secret)

const preview = ({ rows }: SourceTable, at: number) =>
  rows
    .map((cells) => cells[at] ?? '')
    .filter((cell) => cell !== '')
    .slice(0, 3)
    .map((cell) => (cell.length > 40 ? `${cell.slice(0, 40)}…` : cell))
    .join(' · ') || '–'
