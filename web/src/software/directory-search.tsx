import { useState } from 'react'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { ScrollList } from '../fleet/scroll-list.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { IconSearch } from '../ui/icons.ts'
import { ErrorState, Loading } from '../ui/states.tsx'
import { DirectoryResult } from './directory-result.tsx'
import type { SoftwareType } from './software-labels.ts'
import { softwareTexts } from './software-texts.ts'

export type DirectoryItem = RowOf<'search-directory'>

const minLength = 2

/** Searches the public directory; the user chooses one of its results. */
export function DirectorySearch({ type, onChoose }: { type: SoftwareType; onChoose: (item: DirectoryItem) => void }) {
  const [text, setText] = useState('')
  const [search, setSearch] = useState('')
  const { data, error, isFetching } = useList(
    'search-directory',
    { type, search },
    { enabled: search.length >= minLength },
  )
  return (
    <div className="stack">
      <Form problem={null} onSubmit={() => setSearch(text.trim())}>
        <TextField
          name="search"
          type="search"
          label={softwareTexts.searchDirectory}
          hint={softwareTexts.searchHint}
          value={text}
          onChange={setText}
        />
        <div>
          <Button type="submit" icon={IconSearch} busy={isFetching} disabled={text.trim().length < minLength}>
            {softwareTexts.search}
          </Button>
        </div>
      </Form>
      {error ? (
        <ErrorState error={error} />
      ) : isFetching && !data ? (
        <Loading lines={5} />
      ) : (
        data && (
          <>
            {data.rows.length === 0 && <p>{softwareTexts.noneFound}</p>}
            <ScrollList label={softwareTexts.results}>
              {data.rows.map((item) => (
                <li key={item.slug} className="apart">
                  <DirectoryResult item={item} />
                  <Button small onClick={() => onChoose(item)}>
                    {softwareTexts.choose}
                  </Button>
                </li>
              ))}
            </ScrollList>
          </>
        )
      )}
    </div>
  )
}
