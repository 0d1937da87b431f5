import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { basePath } from '../api/request.ts'
import { language } from '../texts/language.ts'
import { LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import { docsTexts } from './docs-texts.ts'
import { findGuides, type Guide } from './guides.ts'

/** Guides for users, which ship with the product. */
export default function DocsPage() {
  const [search, setSearch] = useState('')
  const { hash } = useLocation()
  // Links of other pages lead to one guide; this page is loaded after the browser has looked for it.
  useEffect(() => {
    document.getElementById(hash)?.scrollIntoView()
  }, [hash])
  const found = findGuides(search)
  return (
    <>
      <PageHeader title={docsTexts.title}>
        {docsTexts.introduction} <a href={`${basePath}/api/docs`}>{docsTexts.api}</a>
      </PageHeader>
      <Form problem={null} onSubmit={() => {}}>
        <TextField name="search" type="search" label={docsTexts.search} value={search} onChange={setSearch} />
      </Form>
      {found.length === 0 && <EmptyState title={docsTexts.none}>{docsTexts.noneHint}</EmptyState>}
      <div className="stack">
        {found.map((guide) => (
          <GuideCard key={guide.id} guide={guide} />
        ))}
      </div>
    </>
  )
}

function GuideCard({ guide: { id, title, intro, steps, to, picture } }: { guide: Guide }) {
  return (
    <div id={id}>
      <Card
        title={title}
        actions={
          <LinkButton small to={to} aria-label={`${docsTexts.open}: ${title}`}>
            {docsTexts.open}
          </LinkButton>
        }
      >
        <div className="stack">
          <p>{intro}</p>
          <ol className="stack-tight">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <img
            src={`${basePath}/guides/${language === 'de' ? 'de' : 'en'}/${picture}.png`}
            alt={docsTexts.picture({ title })}
            width={1440}
            height={900}
            loading="lazy"
            style={{ maxWidth: '100%', height: 'auto' }}
          />
        </div>
      </Card>
    </div>
  )
}
