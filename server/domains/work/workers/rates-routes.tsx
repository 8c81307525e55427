import { workers } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { forbidden } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, date, id, object, rate, t } from '#server/http/fields.ts'
import { dataReply, fragment, listData } from '#server/http/reply.ts'
import { action, api, page, type Route } from '#server/http/route.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'
import { prefixErrors } from '#server/version-conflict.ts'
import { WorkerRates } from '#views/work/workers/rates.tsx'
import { readWorkerRates, removeWorkerRate, setWorkerRate } from './change-rates.ts'

/** Whoever sees what jobs cost. Changing asks for the worker's own right too. */
const claim = 'jobs.money'

const NewRate = object({ startdate: date(), rate: rate() })
/** The dialog sends the fields of the worker along: these have names of their own. */
const NewRateForm = t.Object({ newstartdate: date(), newrate: rate() }, { additionalProperties: true })
const Dated = t.Object({ id: id(), startdate: id() })

const present = (db: TenantDb, workerid: string) =>
  readWorkerRates(db, workerid).map((one) => ({
    ...one,
    startdate: one.startdate || null,
    rate: toDecimal(one.rate, 'rate'),
  }))

function permitChange({ can }: Pick<Context, 'can'>) {
  if (!can('workers.write')) throw forbidden()
}

const panel = (c: Context<{ id: string }>, said?: string, changed = false) =>
  c.read((db) =>
    fragment(
      <WorkerRates
        id={c.params.id}
        rates={readWorkerRates(db, c.params.id)}
        canwrite={c.can('workers.write')}
        said={said}
        now={changed ? getRecord(db, workers, c.params.id) : undefined}
      />,
    ),
  )

const sayCosted = (entries: number) =>
  entries === 0
    ? ''
    : `${entries === 1 ? '1 entry costs' : `${entries} entries cost`} what ${entries === 1 ? 'its day says' : 'their days say'} now.`

export const workerRatesRoutes: Route[] = [
  api(
    'GET /api/workers/:id/rates',
    { claim, params: ById, summary: 'What a worker costs an hour, by the days from which it holds.' },
    (c) => c.read((db) => listData(present(db, c.params.id))),
  ),

  page(
    'GET /admin/workers/:id/rates',
    { claim, params: ById, summary: 'The tab of what a worker costs.' },
    (c) => panel(c),
  ),

  ...action(
    { api: 'POST /api/workers/:id/rates', page: 'POST /admin/workers/:id/rates' },
    {
      claim,
      params: ById,
      body: NewRate,
      form: {
        params: ById,
        body: NewRateForm,
        input: ({ body: { newstartdate, newrate } }) => ({
          body: { startdate: newstartdate, rate: newrate },
        }),
        refused: prefixErrors('new'),
      },
      summary: 'Sets what a worker costs from a day on.',
    },
    (tx, _, c) => {
      permitChange(c)
      const entries = setWorkerRate(tx, c.params.id, c.body)
      return dataReply(present(tx.db, c.params.id), { message: sayCosted(entries) || undefined })
    },
    (_, c, message) => panel(c, message, true),
  ),

  ...action(
    {
      api: 'DELETE /api/workers/:id/rates/:startdate',
      page: 'DELETE /admin/workers/:id/rates/:startdate',
    },
    { claim, params: Dated, summary: 'Takes a dated rate away: what held before holds on.' },
    (tx, _, c) => {
      permitChange(c)
      const entries = removeWorkerRate(tx, c.params.id, c.params.startdate)
      return dataReply(present(tx.db, c.params.id), { message: sayCosted(entries) || undefined })
    },
    (_, c, message) => panel(c, message, true),
  ),
]
