import { LinkButton } from '#views/ui/button.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { splitAbout } from './about.ts'

type ListedReport = { name: string; title: string; about: string; group: string }

type ReportListProps = { reports: readonly ListedReport[]; seesvat: boolean }

export function ReportList({ reports, seesvat }: ReportListProps) {
  const groups = [...Map.groupBy(reports, ({ group }) => group)]
  return (
    <>
      <PageTitle
        title="Reports"
        subtitle="Each figure opens what stands behind it."
        actions={
          <>
            {seesvat && <LinkButton href="/invoices/vat">VAT report (VAT201)</LinkButton>}
            <LinkButton href="/reporting/schedules">Reports by mail</LinkButton>
          </>
        }
      />
      {groups.length === 0 && (
        <EmptyState
          icon="chart"
          text="There is no report that you may read."
          hint="A report counts everything: it needs the rights for what it counts, and to see all boards."
        />
      )}
      <div className="reportgroups">
        {groups.map(([group, listed]) => (
          <Panel key={group} title={group}>
            <ul className="reports" data-rows="">
              {listed.map(({ name, title, about }) => (
                <li key={name}>
                  <a href={`/reporting/${name}`}>{title}</a>
                  <p className="hint">{splitAbout(about)[0]}</p>
                </li>
              ))}
            </ul>
          </Panel>
        ))}
      </div>
    </>
  )
}

/** The report itself says the rest. */
