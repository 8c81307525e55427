import { COMPLETE } from '#db/job-status.ts'
import { isInvoicedByPercent } from '#db/queries/sales/invoices.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { statusName } from '#server/domains/work/jobs/status.ts'
import { ById, object, reference, t } from '#server/http/fields.ts'
import { fragment } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import type { Quantity } from '#server/money/decimal.ts'
import { isVendor } from '#server/money/vat.ts'
import { formatQuantity, shareQuantity } from '#views/format.ts'
import { PartDialog } from '#views/sales/invoices/part.tsx'
import { jobBillableLines } from './billable-lines.ts'
import { visibleDraft } from './find-invoice.ts'
import { type BillableLine, chargePart, type Part, quantityLeft, readPart, sumPrice } from './part.ts'

export const partPage: Route = page(
  'GET /invoices/part/:id',
  {
    claim: 'invoices.write',
    params: ById,
    query: object({ organisation: t.Optional(reference()), draft: t.Optional(reference()) }),
    summary: 'The dialog that chooses which part of a job is invoiced.',
  },
  (c) =>
    c.read((db, viewer) => {
      const job = visibleJob(db, viewer, c.params.id)
      const { lines, organisation } = jobBillableLines(db, job.id)
      const { due, left } = sumPrice(lines)
      const isShared = isInvoicedByPercent(db, job.id)
      const part = c.query.draft ? readPart(visibleDraft(db, viewer, c.query.draft).invoice.part) : null
      return fragment(
        <PartDialog
          jobid={job.id}
          reference={job.reference}
          organisation={c.query.organisation ?? undefined}
          draft={c.query.draft ?? undefined}
          vendor={isVendor(organisation)}
          lines={lines.map((line) => present(line, isShared, part))}
          chosen={part && ('percent' in part ? { percent: part.percent } : 'lines')}
          price={due}
          left={left}
          complete={job.status === COMPLETE}
          lane={statusName(db, COMPLETE)}
        />,
      )
    }),
)

const present = (line: BillableLine, isShared: boolean, part: Part | null) => ({
  id: line.id,
  description: line.name,
  unit: line.unit,
  quantity: quantityLeft(line),
  ...(isShared && { of: line.whole }),
  total: chargePart([line], null)[0]?.amounts.total ?? 0,
  proposed:
    part && 'lines' in part
      ? part.lines.find(({ materialid }) => materialid === line.id)?.quantity
      : undefined,
  note: line.invoiced ? `${sayInvoiced(line, line.invoiced.quantity, isShared)} invoiced` : undefined,
})

const sayInvoiced = ({ whole, unit }: BillableLine, quantity: Quantity, isShared: boolean) =>
  isShared ? shareQuantity(quantity, whole, unit) : formatQuantity(quantity, unit)
