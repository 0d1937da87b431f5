import { type ChangeEvent, useState } from 'react'
import { asProblem } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextArea } from '../ui/form/fields.tsx'
import { IconUpload } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import type { ImportField } from './import-page.tsx'
import { importTexts } from './import-texts.ts'
import { readFileText, readSource, type SourceTable } from './table-source.ts'

// A longer text would make the field slow.
const shownUpTo = 200_000

/** The table, pasted or from a file. It stays in the browser until its rows are checked. */
export function SourceStep({
  fields,
  template,
  onTable,
}: {
  fields: readonly ImportField[]
  template: string
  onTable: (table: SourceTable) => Promise<void>
}) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const read = async (getText: () => string | Promise<string>) => {
    setBusy(true)
    setProblem(null)
    try {
      const content = await getText()
      setText(content.length < shownUpTo ? content : '')
      await onTable(await readSource(content, { firstField: fields[0]?.name ?? '' }))
    } catch (error) {
      setProblem(asProblem(error).message)
      setBusy(false)
    }
  }
  const fromFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = ''
    if (file) void read(() => readFileText(file))
  }
  return (
    <div className="import-source">
      <Card title={importTexts.sourceTitle}>
        <div className="stack">
          {problem && <Notice tone="bad">{problem}</Notice>}
          <TextArea
            name="csv"
            label={importTexts.paste}
            className="input mono"
            rows={10}
            spellCheck={false}
            placeholder={template}
            value={text}
            onChange={setText}
          />
          <div className="line">
            <Button tone="primary" busy={busy} disabled={text.trim() === ''} onClick={() => void read(() => text)}>
              {importTexts.next}
            </Button>
            <label className="button">
              <IconUpload size={17} aria-hidden />
              {importTexts.chooseFile}
              <input type="file" accept=".csv,.tsv,.txt,text/csv" className="unseen" onChange={fromFile} />
            </label>
          </div>
          <p className="soft">{importTexts.formats}</p>
        </div>
      </Card>
      <Card title={importTexts.fieldsTitle}>
        <dl className="facts">
          {fields.map(({ name, label, required, hint }) => (
            <div key={name} className="import-field">
              <dt>{label}</dt>
              <dd>{[required && `${importTexts.required}.`, hint].filter(Boolean).join(' ') || '–'}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  )
}
