import { useState } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { runAction } from '../actions/run-action.tsx'
import { useAction, useOperation } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { languageNames } from '../texts/language.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { SelectField, TextArea } from '../ui/form/fields.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { sectionLabels } from './sections-field.tsx'
import { sentenceListTexts } from './sentence-list-texts.ts'

type Sentences = DataOf<'list-report-sentences'>
type Sentence = Sentences['items'][number]

/** As a client reads it, with examples for the placeholders. */
const filled = (text: string, { placeholders }: Sentence) =>
  placeholders.reduce((before, { name, sample }) => before.replaceAll(`{${name}}`, sample), text)

export function SentenceList() {
  const [language, setLanguage] = useState<Sentences['language']>('en')
  const { data, error, refetch } = useOperation('list-report-sentences', { language })
  const [edited, setEdited] = useState<Sentence | null>(null)
  const can = useCan()
  const mayEdit = can('update-report-sentences')
  const reset = ({ key }: Sentence) =>
    void runAction(
      'update-report-sentences',
      { language, sentences: { [key]: null } },
      { doing: sentenceListTexts.resetting, done: sentenceListTexts.reset },
    )
  return (
    <Card title={sentenceListTexts.title}>
      <div className="stack">
        <p className="soft">{sentenceListTexts.introduction({ placeholders: '{count}' })}</p>
        <SelectField
          name="report-language"
          label={sentenceListTexts.language}
          value={language}
          onChange={(chosen) => setLanguage(chosen as Sentences['language'])}
          options={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
        />
        {error && !data ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : data ? (
          <ul className="rows">
            {data.items.map((item) => (
              <li key={item.key} className="apart">
                <span className="stack-tight">
                  <span className="line small soft">
                    {sectionLabels[item.section]}{' '}
                    {item.text !== null && <Badge tone="note">{sentenceListTexts.own}</Badge>}
                  </span>
                  <span lang={data.language}>{filled(item.text ?? item.default, item)}</span>
                </span>
                {mayEdit && (
                  <span className="line">
                    {item.text !== null && (
                      <Button small onClick={() => reset(item)}>
                        {sentenceListTexts.backToDefault}
                      </Button>
                    )}
                    <Button small onClick={() => setEdited(item)}>
                      {sentenceListTexts.edit}
                    </Button>
                  </span>
                )}
              </li>
            ))}
          </ul>
        ) : (
          <Loading lines={8} />
        )}
      </div>
      {edited && <SentenceDialog language={language} item={edited} onClose={() => setEdited(null)} />}
    </Card>
  )
}

function SentenceDialog(props: { language: Sentences['language']; item: Sentence; onClose: () => void }) {
  const { language, item, onClose } = props
  const [text, setText] = useState(item.text ?? item.default)
  const save = useAction('update-report-sentences')
  const field = `sentences.${item.key}`
  const names = item.placeholders.map(({ name }) => `{${name}}`).join(', ')
  const submit = () =>
    save.mutate(
      { language, sentences: { [item.key]: text } },
      {
        onSuccess: () => {
          toast(sentenceListTexts.saved, { tone: 'good' })
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={sentenceListTexts.editTitle}
      action={sentenceListTexts.save}
      busy={save.isPending}
      problem={save.error}
      fields={[field]}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextArea
        name={field}
        label={sentenceListTexts.sentence}
        {...(names !== '' && { hint: sentenceListTexts.usable({ names }) })}
        rows={3}
        value={text}
        onChange={setText}
      />
      <p lang={language}>{sentenceListTexts.preview({ text: filled(text, item) })}</p>
      <p className="soft small">{sentenceListTexts.usual({ text: item.default })}</p>
    </FormDialog>
  )
}
