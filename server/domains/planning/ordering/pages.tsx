import { isLongPlan } from '#server/domains/planning/long-plan.ts'
import { seesPrices } from '#server/domains/purchasing/orders/present.ts'
import { boardAt, boardTabRights } from '#server/domains/work/jobs/board-props.ts'
import { atNewAddress } from '#server/domains/work/jobs/pages-moved.tsx'
import { t } from '#server/http/fields.ts'
import { dataReply, redirect, view } from '#server/http/reply.ts'
import { asyncAction, page, type Route } from '#server/http/route.ts'
import { whileConnected } from '#server/while-connected.ts'
import { wordMatch } from '#server/word-match.ts'
import { OrderingPage } from '#views/planning/ordering.tsx'
import { draftProposals } from './draft-proposals.ts'
import { OrderingQuery, ProposalsChosen, ProposalsForm } from './input.ts'
import { proposeOrders } from './propose-orders.ts'

const OnBoard = t.Object({ jobs: t.String({ maxLength: 100 }), board: t.String({ maxLength: 200 }) })

/** A page of it; filters reach the rest. */
const SHOWN = 200

export const orderingRoutes: Route[] = [
  page(
    'GET /:jobs/:board/planning/ordering',
    {
      claim: 'purchase.read',
      params: OnBoard,
      query: OrderingQuery,
      long: (c) => c.read(isLongPlan),
      summary: 'What to order of whom, how much and until when, and what to ask of orders on their way.',
    },
    async (c) => {
      const moved = c.read((db, viewer) =>
        boardAt(db, viewer, c.params.jobs, c.params.board) ? undefined : atNewAddress(c, db, viewer),
      )
      if (moved) return moved
      const { rows, messages } = await proposeOrders(c, whileConnected(c), c.query)
      const { search, supplier, late } = c.query
      const matches = wordMatch(search)
      const found = rows
        .filter((row) => !late || row.late > 0)
        .filter((row) => !supplier || (row.supplier?.id ?? 'none') === supplier)
        .filter(({ item }) => matches(`${item.code} ${item.name}`))
      const suppliers = new Map(
        rows.flatMap((row) => (row.supplier ? [[row.supplier.id, row.supplier.name]] : [])),
      )
      return c.read((db, viewer) => {
        const board = boardAt(db, viewer, c.params.jobs, c.params.board)!
        return view(
          <OrderingPage
            board={board}
            segment={c.params.jobs}
            rows={found.slice(0, SHOWN)}
            total={found.length}
            messages={messages}
            suppliers={[...suppliers].map(([value, label]) => ({ value, label }))}
            query={c.query}
            url={c.url.pathname + c.url.search}
            priced={seesPrices(viewer)}
            canwrite={c.can('purchase.write')}
            seesstock={c.can('stock.read')}
            tabs={boardTabRights(c)}
          />,
          { title: `${board.name} ordering`, page: `board.${board.slug}` },
        )
      })
    },
  ),

  ...asyncAction(
    { api: 'POST /api/planning/orders', page: 'POST /:jobs/:board/planning/ordering' },
    {
      claim: 'purchase.write',
      body: ProposalsChosen,
      form: {
        params: OnBoard,
        body: ProposalsForm,
        input: ({ body: { rows = [], ...asked } }) => ({ body: { ...asked, rows: [rows].flat() } }),
      },
      summary: 'Makes drafts of the proposals that were chosen, one for each supplier.',
    },
    async (c) => {
      const proposed = await proposeOrders(c, c.person, c.body)
      return c.write((tx, viewer) => dataReply({ orders: draftProposals(tx, viewer, proposed, c.body.rows) }))
    },
    () => redirect('/purchase?state=draft'),
  ),
]
