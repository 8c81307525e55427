import type { Tx } from '#db/tenants.ts'
import { seesWorth } from '#server/domains/stock/stock/item-page.tsx'
import { invalid } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply, fragment, noSwapReply, redirect, snackbarHeaders } from '#server/http/reply.ts'
import { action, type Route } from '#server/http/route.ts'
import { hasWaited } from '#server/http/waited.ts'
import { asCents, type Rate } from '#server/money/decimal.ts'
import { divideRounded } from '#server/money/round.ts'
import { PASSED_BY } from '#views/ui/field-rules.ts'
import { CountedForm, CountedInput, NewSheetInput, StepInput } from './input.ts'
import { countLinePage } from './pages.tsx'
import { presentSheet } from './present.ts'
import { countLines, makeSheet, moveSheet, nextLine, readCountSheet } from './sheets.ts'

const adjusts = { claim: 'stock.adjust' } as const

function shown(tx: Tx, c: Pick<Context, 'can'>, id: string, message?: string) {
  const { sheet, lines } = readCountSheet(tx.db, id)
  return dataReply(presentSheet(sheet, lines, { money: seesWorth(c), canadjust: c.can('stock.adjust') }), {
    message,
  })
}

const isPassedBy = ({ counted, wasempty }: { counted: unknown; wasempty?: boolean }) =>
  counted === null && wasempty === true

const inCents = (amount: Rate | null | undefined) =>
  amount === null || amount === undefined ? null : asCents(Number(divideRounded(BigInt(amount), 100n)))

const said = {
  counting: 'Open for counting again',
  review: 'Counting is done: look at the differences',
  posted: 'Count booked',
  cancelled: 'Count cancelled',
  undone: 'Count taken back',
}

export const countActions: Route[] = [
  ...action(
    { api: 'POST /api/stockcounts', page: 'POST /admin/stock/counts' },
    {
      ...adjusts,
      body: NewSheetInput,
      summary: 'Makes a count sheet of a place, a category or some items.',
    },
    (tx, _, c) => {
      const { toleranceamount, tolerance, ...input } = c.body
      if ((tolerance ?? 0) < 0) throw invalid({ tolerance: 'A tolerance is not below zero.' })
      if ((toleranceamount ?? 0) < 0) throw invalid({ toleranceamount: 'A tolerance is not below zero.' })
      return shown(tx, c, makeSheet(tx, { ...input, tolerance, tolerancecents: inCents(toleranceamount) }))
    },
    ({ id }) => redirect(`/admin/stock/counts/${id}`),
  ),

  ...action(
    { api: 'PATCH /api/stockcounts/:id/lines', page: 'POST /admin/stock/counts/:id/count' },
    {
      ...adjusts,
      canwait: true,
      params: ById,
      body: CountedInput,
      form: {
        params: ById,
        body: CountedForm,
        input: ({ body }) => ({ body: { lines: isPassedBy(body) ? [] : [body] } }),
      },
      summary: 'Writes what was counted. An empty figure takes a count back, and is not 0.',
    },
    (tx, _, c) => {
      if (c.body.lines.length > 0) countLines(tx, c.params.id, c.body.lines, hasWaited(c.request))
      return shown(tx, c, c.params.id)
    },
    (_, c) => {
      const path = `/admin/stock/counts/${c.params.id}`
      return c.read((db) => {
        const line = nextLine(db, c.params.id, c.body.lineid, c.person.userid)
        if (!line) return redirect(path)
        const address = `${path}/count?line=${line}`
        const next = c.htmx && countLinePage(db, c.params.id, { query: { line }, person: c.person })
        // In the same page: keys that come while another one loads would be lost.
        const said = isPassedBy(c.body) ? snackbarHeaders(PASSED_BY, { level: 'info' }) : {}
        return next
          ? fragment(next.page, { headers: { 'HX-Push-Url': address, ...said } })
          : redirect(address)
      })
    },
  ),

  ...action(
    { api: 'PATCH /api/stockcounts/:id', page: 'POST /admin/stock/counts/:id' },
    {
      ...adjusts,
      params: ById,
      body: StepInput,
      summary:
        'Ends the counting (`review`), reopens it, books all differences at once (`posted`), takes them back (`undone`) or cancels.',
    },
    (tx, _, c) => {
      const { state, version, unconfirmed } = c.body
      const warnings = moveSheet(tx, c.params.id, { to: state, version, unconfirmed }, (sheet, lines) =>
        presentSheet(sheet, lines, { money: seesWorth(c), canadjust: c.can('stock.adjust') }),
      )
      return shown(tx, c, c.params.id, warnings.join(' ') || undefined)
    },
    ({ state }, _, warning) =>
      noSwapReply(
        snackbarHeaders(warning ? `${said[state]}. ${warning}` : said[state], {
          level: warning ? 'warning' : 'success',
          closedialog: true,
          refresh: { table: 'stock_sheets' },
        }),
      ),
  ),
]
