import { COMPLETE } from '#db/job-status.ts'
import { repeatInvoiceKinds } from '#db/schema/tenant/index.ts'
import { statusName } from '#server/domains/work/jobs/status.ts'
import { ById, choice, object, reference, t, version } from '#server/http/fields.ts'
import { fragment, saved } from '#server/http/reply.ts'
import { action, api, page, type Route } from '#server/http/route.ts'
import { RepeatInvoiceDialog } from '#views/sales/repeatinvoices/dialog.tsx'
import { repeatInvoiceWords } from '#views/sales/repeatinvoices/words.ts'
import { chooseRepeatInvoice, readRepeatInvoice } from './choose.ts'
import { mayRepeatInvoice } from './rights.ts'

const OfRepeat = object({ category: t.Optional(reference()) })

const Choice = object({
  category: t.Optional(reference()),
  invoice: choice('none', ...repeatInvoiceKinds),
  version: version(),
})

const read = { claim: 'invoices.read', params: ById, query: OfRepeat } as const

export const repeatInvoiceRoutes: Route[] = [
  api(
    'GET /api/jobs/repeats/:id/invoice',
    { ...read, summary: 'Whether a repeat invoices its jobs, and what became of the last ones.' },
    (c) =>
      c.read((db, viewer) =>
        readRepeatInvoice(db, viewer, { template: c.params.id, category: c.query.category }, c.now()),
      ),
  ),

  page(
    'GET /templates/repeats/:id/invoice',
    { ...read, summary: 'The dialog that says whether a repeat invoices its jobs.' },
    (c) =>
      c.read((db, viewer) => {
        const repeat = readRepeatInvoice(
          db,
          viewer,
          { template: c.params.id, category: c.query.category },
          c.now(),
        )
        const allowed = repeatInvoiceKinds.filter((kind) => mayRepeatInvoice(viewer, kind))
        return fragment(
          <RepeatInvoiceDialog
            repeat={repeat}
            allowed={c.can('invoices.write') ? allowed : []}
            complete={statusName(db, COMPLETE)}
          />,
        )
      }),
  ),

  ...action(
    { api: 'POST /api/jobs/repeats/:id/invoice', page: 'POST /templates/repeats/:id/invoice' },
    {
      claim: 'invoices.write',
      params: ById,
      body: Choice,
      summary: 'Chooses whether a repeat drafts, issues and mails the invoices of its jobs.',
    },
    (tx, viewer, c) => chooseRepeatInvoice(tx, viewer, { ...c.body, template: c.params.id }),
    ({ template, invoice }) =>
      saved(`From the next one on, ${template.reference} ${repeatInvoiceWords[invoice].does}`, 'jobs'),
  ),
]
