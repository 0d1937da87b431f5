import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useOperation } from '../api/query.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { IconSearch } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { AffectedView } from './affected-view.tsx'
import { kindLabels, SeverityBadge } from './severity.tsx'
import { vulnerabilityLink } from './vulnerability-columns.tsx'
import { vulnerabilityTexts } from './vulnerability-texts.ts'

/** A search, then the affected sites of the chosen software. A known vulnerability has its own page with the same decisions. */
export default function EmergencyPage() {
  const { search = '', type, slug } = useSearch({ strict: false }) as { search?: string; type?: string; slug?: string }
  const chosen = slug && (type === 'plugin' || type === 'theme') ? ({ type, slug } as const) : null
  return (
    <>
      <PageHeader
        title={chosen ? slug! : vulnerabilityTexts.emergencyTitle}
        actions={
          chosen && (
            <LinkButton to="/security/emergency" icon={IconSearch}>
              {vulnerabilityTexts.otherSearch}
            </LinkButton>
          )
        }
      >
        {chosen
          ? vulnerabilityTexts.breadcrumb({
              security: (text: ReactNode) => <Link to="/security">{text}</Link>,
              software: kindLabels[chosen.type] ?? chosen.type,
            })
          : vulnerabilityTexts.emergencyIntroduction}
      </PageHeader>
      {chosen ? (
        <AffectedView target={chosen} name={chosen.slug} title={chosen.slug} />
      ) : (
        <>
          <SearchForm key={search} search={search} />
          {search.trim().length > 1 && <Found search={search.trim()} />}
        </>
      )}
    </>
  )
}

function SearchForm({ search }: { search: string }) {
  const navigate = useNavigate()
  const [text, setText] = useState(search)
  return (
    <Card>
      <Form
        problem={null}
        onSubmit={() =>
          void navigate({ to: '/security/emergency', search: text.trim() === '' ? {} : { search: text.trim() } })
        }
      >
        <TextField
          name="search"
          type="search"
          label={vulnerabilityTexts.emergencySearch}
          placeholder={vulnerabilityTexts.emergencyPlaceholder}
          maxLength={200}
          autoComplete="off"
          autoFocus
          value={text}
          onChange={setText}
        />
        <div className="line">
          <Button type="submit" tone="primary" icon={IconSearch} disabled={text.trim().length < 2}>
            {vulnerabilityTexts.emergencyFind}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

function Found({ search }: { search: string }) {
  const { data, error, refetch } = useOperation('search-affected-software', { search })
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading lines={6} />
  const { vulnerabilities, software, known_elsewhere } = data
  const elsewhere = known_elsewhere > 0 && (
    <Notice>{vulnerabilityTexts.foundElsewhere({ count: known_elsewhere })}</Notice>
  )
  if (vulnerabilities.length + software.length === 0)
    return (
      <>
        {elsewhere}
        <EmptyState icon={IconSearch} title={vulnerabilityTexts.foundNothing({ search })}>
          {vulnerabilityTexts.foundNothingHint}
        </EmptyState>
      </>
    )
  return (
    <div className="stack">
      {elsewhere}
      {vulnerabilities.length > 0 && (
        <Card title={vulnerabilityTexts.foundVulnerabilities}>
          <ul className="stack">
            {vulnerabilities.map((each) => (
              <li key={each.vulnerability_id} className="apart">
                <div style={{ minWidth: 0 }}>
                  <Link {...vulnerabilityLink(each.vulnerability_id)} className="row-name">
                    {each.title}
                  </Link>
                  <div className="soft small">
                    {[
                      each.cve,
                      each.fixed_in === null
                        ? vulnerabilityTexts.noFix
                        : `${vulnerabilityTexts.fixedIn} ${each.fixed_in}`,
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  </div>
                </div>
                <div className="line">
                  <SeverityBadge severity={each.severity} />
                  <span className="soft">
                    {each.open_sites > 0
                      ? vulnerabilityTexts.openOn({ count: each.open_sites })
                      : vulnerabilityTexts.wasOn({ count: each.sites })}
                  </span>
                </div>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {software.length > 0 && (
        <Card title={vulnerabilityTexts.foundSoftware}>
          <ul className="stack">
            {software.map((each) => (
              <li key={`${each.type} ${each.slug}`} className="apart">
                <div style={{ minWidth: 0 }}>
                  <Link to="/security/emergency" search={{ type: each.type, slug: each.slug }} className="row-name">
                    {each.name || each.slug}
                  </Link>
                  <div className="soft small cut">
                    {vulnerabilityTexts.versionsFound({ versions: each.versions.join(', ') })}
                  </div>
                </div>
                <span className="soft">
                  {vulnerabilityTexts.installedOn({ count: each.sites, active: each.active_sites })}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}
