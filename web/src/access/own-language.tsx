import { chosenLanguage, useAppShell } from '../api/app-shell.ts'
import { useAction } from '../api/query.ts'
import { basePath } from '../api/request.ts'
import { setLanguage } from '../texts/language.ts'
import { Card } from '../ui/card.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { languageTexts } from './language-texts.ts'

/** Each in its own language, so that a person finds it on a page in another one. */
const names = new Map([
  ['en', 'English'],
  ['de', 'Deutsch'],
])

export function OwnLanguage() {
  const { data } = useAppShell()
  const save = useAction('save-preference')
  const change = (chosen: string) => {
    const value = chosen === '' ? null : [chosen]
    save.mutate({ name: 'language', value }, { onSuccess: () => setLanguage(value?.[0] ?? null, basePath) })
  }
  return (
    <Card title={languageTexts.title}>
      <Form problem={save.error} onSubmit={() => {}} fields={[]}>
        <SelectField
          name="language"
          label={languageTexts.label}
          hint={languageTexts.hint}
          value={(data && chosenLanguage(data)) ?? ''}
          onChange={change}
          options={[
            { value: '', label: languageTexts.asBrowser },
            ...[...names].map(([value, label]) => ({ value, label })),
          ]}
        />
      </Form>
    </Card>
  )
}
