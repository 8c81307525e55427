import { linesByIds } from '#db/queries/work/materials.ts'
import { inventory } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { stockPage } from '#server/domains/stock/stock/item-page.tsx'
import { readLine } from '#server/domains/work/materials/present.ts'
import { invalid, notFound } from '#server/errors.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply, dialogReply, fragment, noSwapReply, snackbarHeaders } from '#server/http/reply.ts'
import { action, api, page, type Route } from '#server/http/route.ts'
import { askMarss, tryMarss } from '#server/marss/ask-marss.ts'
import { marssInUse } from '#server/marss/key.ts'
import { askLevels } from '#server/marss/protocol.ts'
import { asQuantity, parseQuantity, type Quantity, toDecimal } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'
import { formatQuantity } from '#views/format.ts'
import { MarssLevels, SourcesDialog } from '#views/stock/reservations/sources.tsx'
import { Release, ReleaseForm, ReserveQuery, SourcesQuery } from './input.ts'
import { readSources } from './read-sources.ts'
import { countReserved, setReleased } from './release.ts'

const changes = { claim: 'materials.write', params: ById } as const
const units = (millionths: number) => toDecimal(millionths, 'quantity')

function presentReservations(db: TenantDb, viewer: Viewer, id: string) {
  getRecord(db, inventory, id)
  const { reservations, morereservations } = readSources(db, viewer, id)
  const rows = reservations.map(({ id, job, description, unit, day, made, ...line }) => ({
    ...{ materialid: job && id, job: job?.reference ?? null, description, unit, day, made },
    reserved: units(line.reserved),
    released: units(line.released),
  }))
  return dataReply(rows, { total: rows.length + morereservations, more: morereservations > 0 })
}

const said = (message: string, undo?: string) =>
  noSwapReply(snackbarHeaders(message, { undo, refresh: { table: 'stock jobs' } }))

export const reservationRoutes: Route[] = [
  page(
    'GET /inventory/:id/levels',
    {
      claim: 'stock.read',
      params: ById,
      query: SourcesQuery,
      summary: 'What on hand, reserved and on order of an item come from, those of one job first.',
    },
    (c) =>
      dialogReply(
        c,
        c.read((db, viewer) => (
          <SourcesDialog
            {...readSources(db, viewer, c.params.id, c.query.jobid)}
            canask={marssInUse(c.services.config, db)}
          />
        )),
        () => stockPage(c, c.params.id),
      ),
  ),

  page(
    'GET /inventory/:id/marss',
    { claim: 'stock.read', params: ById, summary: 'What Marss holds of an item, as part of its dialog.' },
    async (c) => {
      const item = c.read((db) => getRecord(db, inventory, c.params.id))
      const { rows, ...said } = await tryMarss(askMarss(c, (config) => askLevels(config, item)))
      return fragment(<MarssLevels levels={rows} {...said} />)
    },
  ),

  api(
    'GET /api/inventory/:id/reservations',
    {
      claim: 'stock.read',
      params: ById,
      summary:
        'The lines of approved jobs that reserve an item, as planned or `made`, or did until they were released; the next 50.',
    },
    (c) => c.read((db, viewer) => presentReservations(db, viewer, c.params.id)),
  ),

  ...action(
    { api: 'PUT /api/materials/:id/reservation', page: 'POST /joblines/:id/release' },
    {
      ...changes,
      body: Release,
      form: {
        params: ById,
        body: ReleaseForm,
        input: ({ params, body }, db) => ({ body: addReleased(db, params.id, body.quantity) }),
      },
      summary: 'Says how much of what a line plans and has not used is not reserved for its job.',
    },
    (tx, viewer, c) => {
      const { released, version } = c.body
      if (released === null) throw invalid({ released: 'Enter how much it is.' })
      const { line, before } = setReleased(tx, viewer, c.params.id, released, version)
      const shown = readLine(tx.db, line.id, { money: c.can('jobs.money'), stock: c.can('stock.read') })
      return dataReply({ ...shown, releasedbefore: units(before) })
    },
    ({ id, unit, released, releasedbefore }) => {
      const quantity = formatQuantity(
        asQuantity(parseQuantity(released) - parseQuantity(releasedbefore)),
        unit,
      )
      const before = new URLSearchParams({ released: String(releasedbefore) })
      return said(
        `${quantity} released: others may have it, and the job goes on as planned`,
        `/joblines/${id}/reserve?${before}`,
      )
    },
  ),

  page(
    'POST /joblines/:id/reserve',
    {
      ...changes,
      query: ReserveQuery,
      summary: 'Reserves again what was released of a line, all but `released`.',
    },
    async (c) => {
      const { line } = await c.write((tx, viewer) =>
        setReleased(tx, viewer, c.params.id, c.query.released ?? asQuantity(0)),
      )
      return said(`${formatQuantity(countReserved(line), line.unit)} reserved for the job again`)
    },
  ),
]

/** What the line has released once this is added, of the line as it stands now. */
function addReleased(db: TenantDb, id: string, more: Quantity | null) {
  const [line] = linesByIds(db, [id])
  if (!line) throw notFound('line')
  const most = countReserved(line)
  if (more && more > 0 && more <= most)
    return { released: asQuantity(line.released + more), version: line.version }
  const words = formatQuantity(most, line.unit)
  throw invalid({ quantity: `Enter more than nothing, and at most the ${words} that are reserved.` })
}
