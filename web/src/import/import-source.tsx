import { type ChangeEvent, type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextArea } from '../ui/form/fields.tsx'
import { IconUpload } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import './import.css'

// A longer text would make the field slow.
const shownUpTo = 200_000
export const maxRows = 10_000

/** Why a list with this number of rows is refused; null if it is accepted. */
export function listProblem(rows: number, noun: string): string | null {
  if (rows === 0) return `There is no row in it. The first line names the columns, then comes one line per ${noun}.`
  if (rows <= maxRows) return null
  return `It holds ${rows.toLocaleString()} rows; at most ${maxRows.toLocaleString()} go at once. Split it.`
}

/** A list to import, pasted or from a file. It stays in the browser until it is checked. */
export function ImportSource({
  example,
  onCells,
  choices,
  children,
}: {
  example: string
  /** Accepts the list or returns why not. */
  onCells: (cells: string[][]) => string | null
  /** Further options of the import. */
  choices?: ReactNode
  /** Describes the format of the list. */
  children: ReactNode
}) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const read = async (csv: string) => {
    try {
      const { readCells } = await import('./read-csv.ts')
      setProblem(onCells(readCells(csv)))
    } catch (error) {
      setProblem((error as Error).message)
    }
  }
  const fromFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = ''
    if (!file) return
    const content = await file.text()
    setText(content.length < shownUpTo ? content : '')
    await read(content)
  }
  return (
    <div className="import-source">
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
          {choices}
          <div className="line">
            <Button tone="primary" disabled={text.trim() === ''} onClick={() => void read(text)}>
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
          {children}
        </div>
      </Card>
    </div>
  )
}
