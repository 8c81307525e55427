import { newestBatch } from '#db/queries/sales/invoice-batches.ts'
import { findInvoices } from '#server/domains/sales/invoices/find-invoices.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply, fragment, redirect, view } from '#server/http/reply.ts'
import { api, page, type Route } from '#server/http/route.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { pageTitle } from '#server/resources.ts'
import { readZone } from '#server/zone.ts'
import { BatchPage, BatchProgress } from '#views/sales/billing/batch.tsx'
import { BillingPage } from '#views/sales/billing/billing.tsx'
import { BillingInvoicesPage } from '#views/sales/billing/invoices.tsx'
import { presentBatch, visibleBatch } from './batches.ts'
import { BillingList, UnbilledList } from './input.ts'
import { isLongBilling } from './long-list.ts'
import { isBatchRunning } from './run-batch.ts'
import { groupByClient, narrowUnbilled, readUnbilled, sortUnbilled, sumUnbilled } from './unbilled.ts'

const key = 'pages.billing'
const TAKE = 50

const readBatch = (c: Context<{ id: string }>) =>
  c.read((db, viewer) =>
    presentBatch(db, visibleBatch(db, viewer, c.person.userid, c.params.id), isBatchRunning(c, c.params.id)),
  )

const invoicesPage = (state: 'draft' | 'overdue') =>
  page(
    state === 'draft' ? 'GET /billing/drafts' : 'GET /billing/overdue',
    {
      claim: 'invoices.read',
      query: BillingList,
      summary:
        state === 'draft' ? 'Drafts that are still to be issued.' : 'Invoices that are past their due date.',
    },
    (c) =>
      c.read((db, viewer) => {
        const title = pageTitle(db, key)
        const sort = state === 'overdue' ? 'date' : undefined
        const found = findInvoices(db, viewer, { ...c.query, sort, state })
        return view(
          <BillingInvoicesPage
            {...found}
            title={title}
            state={state}
            query={c.query}
            url={c.url.pathname + c.url.search}
            canissue={c.can('invoices.issue')}
            canwrite={c.can('invoices.write')}
          />,
          { title, page: key },
        )
      }),
  )

export const billingPages: Route[] = [
  page(
    'GET /billing',
    {
      claim: 'invoices.read',
      query: UnbilledList,
      long: isLongBilling,
      summary: 'What is complete and not invoiced, by job or by client.',
    },
    (c) =>
      c.read((db, viewer) => {
        const title = pageTitle(db, key)
        const { skip = 0, take = TAKE, sort, by } = c.query
        const all = readUnbilled(db, viewer, c.query)
        const jobs = narrowUnbilled(all, c.query)
        const clients = groupByClient(jobs, sort)
        const batch = newestBatch(db, c.person.userid)
        const shown = by === 'client' ? clients : jobs
        return view(
          <BillingPage
            title={title}
            jobs={by === 'client' ? [] : sortUnbilled(jobs, sort).slice(skip, skip + take)}
            clients={by === 'client' ? clients.slice(skip, skip + take) : []}
            total={shown.length}
            sums={sumUnbilled(jobs)}
            choices={groupByClient(all, 'name').flatMap(({ client, name }) =>
              client ? [{ value: client, label: name }] : [],
            )}
            query={c.query}
            url={c.url.pathname + c.url.search}
            canwrite={c.can('invoices.write')}
            canexport={c.can('records.export')}
            open={batch && batch.open > 0 ? batch : null}
          />,
          { title, page: key },
        )
      }),
  ),

  invoicesPage('draft'),
  invoicesPage('overdue'),

  page(
    'GET /billing/batches/:id',
    { claim: 'invoices.read', params: ById, summary: 'How far many drafts or invoices are.' },
    (c) => {
      const batch = readBatch(c)
      const title = batch.kind === 'draft' ? 'Prepare drafts' : 'Issue invoices'
      const zone = c.read(readZone)
      return view(
        <BatchPage
          batch={batch}
          zone={zone}
          canwrite={c.can('invoices.write')}
          canissue={c.can('invoices.issue')}
        />,
        {
          title,
          page: key,
        },
      )
    },
  ),

  page(
    'GET /billing/batches/:id/progress',
    { claim: 'invoices.read', params: ById, summary: 'How far it is by now.' },
    (c) => {
      const batch = readBatch(c)
      const url = `/billing/batches/${batch.id}`
      return batch.running ? fragment(<BatchProgress batch={batch} />) : redirect(url)
    },
  ),

  api(
    'GET /api/billing',
    {
      claim: 'invoices.read',
      query: UnbilledList,
      long: isLongBilling,
      summary:
        'Jobs that are complete and not invoiced, with value and margin without VAT for whoever may see money.',
    },
    (c) =>
      c.read((db, viewer) => {
        const { skip = 0, take = TAKE, sort } = c.query
        const jobs = narrowUnbilled(readUnbilled(db, viewer, c.query), c.query)
        const rows = sortUnbilled(jobs, sort).slice(skip, skip + take)
        return dataReply(
          rows.map(({ href: _, client, clientname, value, tocredit = 0, margin, uncosted, ...job }) => ({
            ...job,
            client: client && { id: client, name: clientname },
            ...(value === undefined
              ? {}
              : { value: toDecimal(value, 'cents'), tocredit: toDecimal(tocredit, 'cents') }),
            ...(margin === undefined ? {} : { margin: toDecimal(margin, 'cents'), uncosted }),
          })),
          { total: jobs.length },
        )
      }),
  ),

  api(
    'GET /api/billing/batches/:id',
    { claim: 'invoices.read', params: ById, summary: 'How far many drafts or invoices are, row by row.' },
    (c) => readBatch(c),
  ),
]
