import { capitalise } from '#views/format.ts'
import { repeatInvoiceWords } from '#views/sales/repeatinvoices/words.ts'
import { DateText } from '#views/ui/datetime.tsx'
import { dialogLink, withQuery } from '#views/ui/links.ts'
import { DescriptionList } from '#views/ui/panel.tsx'
import { Banner, EmptyState } from '#views/ui/small.tsx'

type RepeatingJobPanelProps = {
  frequency: string
  /** What the dialog holds, which may not be saved yet. */
  chosen?: string
  /** May look at how they are invoiced. */
  invoices: boolean
  /** What is next first. The template is undefined for whoever does not see it. */
  repeats: readonly {
    id: string
    category: string
    next: string
    invoice: keyof typeof repeatInvoiceWords
    template?: { reference: string; description: string; board: string }
  }[]
}

/** When the jobs of a category come again, and of what each is a copy. */
export function RepeatingJobPanel({ chosen, ...shown }: RepeatingJobPanelProps) {
  if (!chosen || chosen === shown.frequency) return <Repeats {...shown} />
  const come =
    shown.frequency === 'standalone' ? 'do not come again by themselves' : `come ${shown.frequency}`
  return (
    <>
      <Banner level="info">
        {capitalise(chosen)} is chosen under Details and not saved yet: until it is, jobs of this category{' '}
        {come}.
      </Banner>
      {shown.frequency !== 'standalone' && <Repeats {...shown} />}
    </>
  )
}

function Repeats({ frequency, repeats, invoices }: Omit<RepeatingJobPanelProps, 'chosen'>) {
  if (frequency === 'standalone')
    return (
      <EmptyState
        icon="refresh-cw"
        text="Jobs of this category do not come again by themselves."
        hint="A single job comes again by “Repeat…” in its “…” menu. For all templates of this category, choose a frequency under Details and save."
      />
    )
  if (repeats.length === 0)
    return (
      <EmptyState
        icon="refresh-cw"
        text={`Nothing comes ${frequency} yet: no job of this category is a template.`}
        hint="Open a job of this category and choose “Repeat…” in the “…” menu beside its title: client, lines, fields and assignee are copied each time."
      />
    )
  return (
    <>
      <DescriptionList facts={[{ label: 'Comes', value: frequency }]} />
      <div className="table">
        <table>
          <thead>
            <tr>
              <th scope="col">A copy of</th>
              <th scope="col">Board</th>
              <th scope="col">Next</th>
              <th scope="col">Invoice</th>
            </tr>
          </thead>
          <tbody>
            {repeats.map(({ id, category, next, invoice, template }) => (
              <tr key={id}>
                <td>
                  {template ? `${template.reference} ${template.description}` : 'A template of another board'}
                </td>
                <td data-label="Board">{template?.board}</td>
                <td data-label="Next">
                  <DateText date={next} long />
                </td>
                <td data-label="Invoice">
                  {template && invoices ? (
                    <a {...dialogLink(withQuery(`/templates/repeats/${id}/invoice`, { category }))}>
                      {repeatInvoiceWords[invoice].short || 'none'}
                    </a>
                  ) : (
                    repeatInvoiceWords[invoice].short || 'none'
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="hint">
        Each is made in the first lane on the day itself. Days on which the program did not run are not made
        up for: the latest one comes, once.
      </p>
    </>
  )
}
