import { chosenLanguage, useAppShell } from '../api/app-shell.ts'
import { useAction } from '../api/query.ts'
import { basePath } from '../api/request.ts'
import { languageNames } from '../texts/language.ts'
import { setLanguage } from '../texts/set-language.ts'
import { Card } from '../ui/card.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { languageTexts } from './language-texts.ts'

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
            ...Object.entries(languageNames).map(([value, label]) => ({ value, label })),
          ]}
        />
      </Form>
    </Card>
  )
}
