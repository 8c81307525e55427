import { inventory } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { ClaimHolder } from '#server/access/claims.ts'
import { canSeeItemRates } from '#server/access/item-rates.ts'
import { changeResource } from '#server/crud/save.ts'
import { checkSeen } from '#server/crud/seen-fields.ts'
import { readItemFigures } from '#server/domains/catalogue/inventory/item-figures.ts'
import { item } from '#server/domains/catalogue/inventory/resource.ts'
import { readSampleCosts, readSampleItems } from '#server/domains/catalogue/inventory/sample-prices.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { forbidden, invalid } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, id, object, rate, type Static, t, version } from '#server/http/fields.ts'
import { fragment, noSwapReply, snackbarHeaders } from '#server/http/reply.ts'
import { action, page, type Route } from '#server/http/route.ts'
import { getRecord } from '#server/records.ts'
import { counted } from '#views/format.ts'
import { ItemPriceDialog } from '#views/work/materials/item-price.tsx'
import { isLongJob } from './long-job.ts'
import { type TakenPrice, takeItemPrice } from './take-price.ts'

/** Its lines are looked through. */
const chargesLongJob = ({ read, body }: Context) =>
  read((db) => isLongJob(db, (body as { jobid: string }).jobid))

const OnJob = object({ jobid: id() })
const Figures = object({ jobid: id(), price: rate(), rate: rate(), version: t.Optional(version()) })

/** @throws 404, 400, 409, 403 for who sees no prices of items */
function setFigures(
  tx: Tx,
  c: ClaimHolder,
  itemid: string,
  { price, rate, version }: Static<typeof Figures>,
) {
  if (price === null) throw invalid({ price: 'Enter what clients pay for it.' })
  if (rate === null) throw invalid({ rate: 'Enter what it costs you, or 0.' })
  checkSeen(item, c, { price, rate })
  changeResource(item, tx, itemid, { price, rate, version }, c)
}

/** What was set to what setup says is no sample any more. */
function confirmFigures(tx: Tx, c: ClaimHolder, itemid: string) {
  const confirmed = {
    ...(readSampleItems(tx.db).has(itemid) && { sampleprice: false }),
    ...(readSampleCosts(tx.db).has(itemid) && { samplecost: false }),
  }
  changeResource(item, tx, itemid, confirmed, c)
}

const sayTaken = ({ lines, reference }: TakenPrice) =>
  `${counted(lines, 'line', 'lines')} of ${reference} ${lines === 1 ? 'takes' : 'take'} it`

const refresh = { table: 'inventory jobs invoices' }

export const linePriceActions: Route[] = [
  page(
    'GET /inventory/:id/price',
    {
      claim: 'inventory.write',
      params: ById,
      query: OnJob,
      summary: 'The dialog that sets price and cost of an item where a job charges it.',
    },
    (c) =>
      c.read((db, viewer) => {
        if (!canSeeItemRates(c)) throw forbidden()
        const { id, baseunit, exclusive, rate, version } = getRecord(db, inventory, c.params.id)
        const { name, price = rate } = readItemFigures(db, [id], { price: true, stock: false }).get(id)!
        const job = visibleJob(db, viewer, c.query.jobid)
        return fragment(
          <ItemPriceDialog
            item={{ id, name, baseunit, exclusive, price, rate }}
            version={version}
            job={{ id: job.id, reference: job.reference }}
          />,
        )
      }),
  ),

  ...action(
    { api: 'POST /api/inventory/:id/price', page: 'POST /inventory/:id/price' },
    {
      claim: 'inventory.write',
      params: ById,
      body: Figures,
      long: chargesLongJob,
      summary: 'Sets price and cost of an item; lines of a job that charge the price from setup take it.',
    },
    (tx, viewer, c) => {
      setFigures(tx, c, c.params.id, c.body)
      const taken = takeItemPrice(tx, viewer, { jobid: c.body.jobid, inventoryid: c.params.id })
      confirmFigures(tx, c, c.params.id)
      return taken
    },
    (taken) => {
      const message = taken.lines > 0 ? `The price is set, and ${sayTaken(taken)}` : 'The price is set'
      return noSwapReply(snackbarHeaders(message, { refresh, closedialog: true }))
    },
  ),

  ...action(
    { api: 'POST /api/inventory/:id/jobprice', page: 'POST /inventory/:id/jobprice' },
    {
      claim: 'jobs.money',
      params: ById,
      body: OnJob,
      long: chargesLongJob,
      summary: 'Lines of a job that charge the price from setup take what the item asks by now.',
    },
    (tx, viewer, c) => takeItemPrice(tx, viewer, { jobid: c.body.jobid, inventoryid: c.params.id }),
    (taken) => noSwapReply(snackbarHeaders(`The price by now: ${sayTaken(taken)}`, { refresh })),
  ),
]
